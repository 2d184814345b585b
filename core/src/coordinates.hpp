// Coordinates of vertices, from DIMACS 9 files: `c` comments, one `p aux sp co N`, lines `v ID X Y`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::host {

struct Point {
  double x = 0, y = 0;
};

/// One point for each of `vertices`, the first of which the file calls `first_id`. Compressed files are recognised.
/// Throws UserError (ExitCode::input) with file and line for what is not so, and for a vertex without a point.
std::vector<Point> read_coordinates(const std::filesystem::path& file, Vertex vertices, std::uint64_t first_id);

}  // namespace wayfront::host
