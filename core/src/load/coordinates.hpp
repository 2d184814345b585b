// Coordinates of vertices in DIMACS 9 files: `c` comments, one `p aux sp co N`, lines `v ID X Y`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "graph/places/vertex_points.hpp"
#include "graph/vertex_ids.hpp"

namespace wayfront::host {

/// One point for each of `vertices`, which have the `ids`: numbers, not names. Compressed files are recognised. Throws
/// UserError (ExitCode::input) with file and line for an invalid file, and for a vertex without a point.
std::vector<Point> read_coordinates(const std::filesystem::path& file, Vertex vertices, const VertexIds& ids);

/// What a file says about all vertices.
struct FileCoordinates {
  VertexPoints points;
  std::string reading;  // how they were understood, a sentence
  std::string note;     // why a file beside the graph is not used; then points is empty
};

/// The coordinates of the file `named` or, if that is empty, of a .co file beside `input`, which may be null; none for
/// vertices with names. Millionths of a degree, in which the 9th DIMACS challenge has them, become degrees; a comment
/// "c degrees" or "c plane" says what they are. Throws like read_coordinates() for `named`.
FileCoordinates find_coordinates(const std::filesystem::path& named, Input* input, Vertex vertices,
                                 const VertexIds& ids);

/// Writes such a file, for vertices that are called 1, 2 ... All places must be known. Degrees are rounded to millionths. A
/// comment says what they are.
void write_coordinates(const VertexPoints& points, FileOutput& output);

}  // namespace wayfront::host
