// What the program that started the ranks asks: a line each on rank 0's standard input, passed on to all ranks. While
// they wait, no rank uses its processor.
#pragma once

#include <cstdio>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "programs/mpi_ranks.hpp"
#include "ranks.hpp"

namespace wayfront::ranks {

class Questions {
 public:
  explicit Questions(const Ranks& ranks) : ranks_(ranks) {}

  /// The next line, the same on all ranks; nothing at the end of the input. All ranks together.
  std::optional<std::string> next() const {
    if (ranks_.id() != 0) return receive();
    std::string line;
    const bool any = static_cast<bool>(std::getline(std::cin, line));
    const std::string sent = any ? "?" + line : "";
    for (int rank = 1; rank < ranks_.count(); ++rank)
      MPI_Send(sent.data(), static_cast<int>(sent.size()), MPI_CHAR, rank, tag, MPI_COMM_WORLD);
    return any ? std::optional(line) : std::nullopt;
  }

  /// A line from rank 0 to whoever asked.
  void answer(const std::string& line) const {
    if (ranks_.id() != 0) return;
    std::puts(line.c_str());
    std::fflush(stdout);
  }

 private:
  static constexpr int tag = 2;

  static std::optional<std::string> receive() {
    const MPI_Status status = programs::await_message(0, tag, MPI_COMM_WORLD);
    int size = 0;
    MPI_Get_count(&status, MPI_CHAR, &size);
    std::string line(static_cast<std::size_t>(size), '\0');
    MPI_Recv(line.data(), size, MPI_CHAR, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (line.empty()) return std::nullopt;
    return line.substr(1);
  }

  const Ranks& ranks_;
};

/// A line at its blanks; the last of `count` words is the rest of the line.
inline std::vector<std::string> words_of(const std::string& line, std::size_t count) {
  std::vector<std::string> words;
  std::istringstream text(line);
  for (std::string word; words.size() + 1 < count && text >> word;) words.push_back(std::move(word));
  std::string rest;
  std::getline(text >> std::ws, rest);
  if (!rest.empty()) words.push_back(std::move(rest));
  return words;
}

}  // namespace wayfront::ranks
