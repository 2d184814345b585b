// NumPy files with one row of numbers: what a peer writes distances to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "wayfront/graph.hpp"

namespace wayfront::external {

struct NpyRow {
  WeightKind kind{};
  std::uint64_t count = 0;
  std::uint64_t begin = 0;  // of the numbers, in bytes
};

/// What the header at the start of `file` says. If that is not such a row, `wrong` becomes a part of a sentence: "has
/// the type '>f8', not ...". `file` may end after the header, or in it if the whole file is shorter.
std::optional<NpyRow> npy_row(std::string_view file, std::string& wrong);

/// Enough of a file for npy_row().
inline constexpr std::size_t max_npy_header = 4096;

}  // namespace wayfront::external
