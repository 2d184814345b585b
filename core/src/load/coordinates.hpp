// Coordinates of vertices, from DIMACS 9 files: `c` comments, one `p aux sp co N`, lines `v ID X Y`.
#pragma once

#include <filesystem>
#include <vector>

#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

struct Point {
  double x = 0, y = 0;
};

/// One point for each of `vertices`, which have the `ids`: numbers, not names. Compressed files are recognised. Throws
/// UserError (ExitCode::input) with file and line for an invalid file, and for a vertex without a point.
std::vector<Point> read_coordinates(const std::filesystem::path& file, Vertex vertices, const VertexIds& ids);

}  // namespace wayfront::host
