// Answers of all ranks in one NumPy file: each rank writes and reads the rows of its own vertices.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ranks.hpp"
#include "slice.hpp"

namespace wayfront::ranks {

/// `name` with the number in place of the first `mark`, such as "{rank}".
inline std::filesystem::path with_number(const std::filesystem::path& name, std::string_view mark,
                                         std::uint64_t number) {
  std::string path = name.string();
  if (const std::size_t at = path.find(mark); at != std::string::npos)
    path.replace(at, mark.size(), std::to_string(number));
  return path;
}

/// One file that all ranks see, or with "{rank}" in its name a file for each, numbered from 1, with that rank's rows. They
/// get their names when all of them are complete and on the disk; what was there before stays until then. All ranks
/// together. Throws the same UserError (ExitCode::failed_run) on all of them if a file cannot be written; none is new then.
template <WeightType W>
void write_distances(const std::filesystem::path& name, const std::vector<W>& distances, const WholeGraph& graph,
                     const Ranks& ranks);

/// The same for predecessors, which are numbers in the whole graph, as ids of 64 bits: -1 where there is none, and of the
/// source its own.
void write_predecessors(const std::filesystem::path& name, const std::vector<Vertex>& predecessors,
                        std::uint64_t source, const WholeGraph& graph, const Ranks& ranks);

/// This rank's rows of such a file, of the type of the weights. All ranks together. Throws UserError (ExitCode::input),
/// the same on all.
template <WeightType W>
std::vector<W> read_distances(const std::filesystem::path& name, const WholeGraph& graph, const Ranks& ranks);

/// The same for predecessors: ids where the entry of the source is its own, else positions from 0; negative numbers are
/// none.
std::vector<Vertex> read_predecessors(const std::filesystem::path& name, std::uint64_t source, const WholeGraph& graph,
                                      const Ranks& ranks);

}  // namespace wayfront::ranks
