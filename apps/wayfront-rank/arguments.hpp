// The command line of wayfront-rank.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "ranks.hpp"
#include "slice_source.hpp"

namespace wayfront::ranks {

struct Arguments {
  SliceRequest graph;
  std::vector<std::uint64_t> sources;
  double delta = 0;
  double limit = std::numeric_limits<double>::infinity();
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
