// The command line of wayfront-rank.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "question/question.hpp"
#include "ranks.hpp"
#include "slice_source.hpp"

namespace wayfront::ranks {

struct Arguments {
  SliceRequest graph;
  host::Question question{};  // its sources, which are numbers, and its limit
  double delta = 0;
  unsigned threads = 1;
  std::filesystem::path output, predecessors;
  std::vector<std::filesystem::path> certify;
  bool json = false, check = true;
};

/// What becomes the source's id in the name of an answer.
inline constexpr std::string_view source_mark = "{source}";

/// Fills in `arguments`. An exit status where there is nothing to run: after --help, and where the command line is wrong,
/// of which rank 0 prints what. Throws UserError (ExitCode::usage), the same on all ranks.
std::optional<int> parse(int argc, char** argv, const Ranks& ranks, Arguments& arguments);

}  // namespace wayfront::ranks
