#include "vertices_comment.hpp"

#include "text/fields.hpp"
#include "text/numbers.hpp"

namespace wayfront::edge_list {

using textfile::is_whole_number;

std::string vertices_comment(std::uint64_t vertices, std::uint64_t first_id) {
  return "# vertices: " + std::to_string(vertices) + " from " + std::to_string(first_id) + "\n";
}

std::optional<VerticesComment> read_vertices_comment(std::string_view line) {
  VerticesComment comment{};
  const auto next = [&] { return textfile::next_field(line); };
  if (next() != "#" || next() != "vertices:" || !is_whole_number(next(), comment.vertices)) return std::nullopt;
  if (next() != "from" || !is_whole_number(next(), comment.first_id) || !next().empty()) return std::nullopt;
  return comment;
}

std::optional<std::uint64_t> read_snap_comment(std::string_view line) {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  const auto next = [&] { return textfile::next_field(line); };
  if (next() != "#" || next() != "Nodes:" || !is_whole_number(next(), vertices)) return std::nullopt;
  if (next() != "Edges:" || !is_whole_number(next(), edges) || !next().empty()) return std::nullopt;
  return edges;
}

}  // namespace wayfront::edge_list
