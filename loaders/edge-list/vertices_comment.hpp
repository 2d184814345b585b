// The comment "# vertices: 6 from 1" before the arcs: all vertices, including those without arcs. Other programs skip
// it like any comment. Also SNAP's comment, which counts the lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/fields.hpp"
#include "text/numbers.hpp"

namespace wayfront::edge_list {

struct VerticesComment {
  std::uint64_t vertices;
  std::uint64_t first_id;
};

/// Begins a comment that says that ids which look like numbers are names.
inline constexpr std::string_view names_comment = "# ids: names";

/// With its line end.
inline std::string vertices_comment(std::uint64_t vertices, std::uint64_t first_id) {
  return "# vertices: " + std::to_string(vertices) + " from " + std::to_string(first_id) + "\n";
}

/// Nothing if the line is another comment.
inline std::optional<VerticesComment> read_vertices_comment(std::string_view line) {
  VerticesComment comment{};
  const auto next = [&] { return textfile::next_field(line); };
  if (next() != "#" || next() != "vertices:" || !textfile::is_whole_number(next(), comment.vertices))
    return std::nullopt;
  if (next() != "from" || !textfile::is_whole_number(next(), comment.first_id) || !next().empty()) return std::nullopt;
  return comment;
}

/// The edges of SNAP's "# Nodes: 4 Edges: 3"; nothing if the line is another comment.
inline std::optional<std::uint64_t> read_snap_comment(std::string_view line) {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  const auto next = [&] { return textfile::next_field(line); };
  if (next() != "#" || next() != "Nodes:" || !textfile::is_whole_number(next(), vertices)) return std::nullopt;
  if (next() != "Edges:" || !textfile::is_whole_number(next(), edges) || !next().empty()) return std::nullopt;
  return edges;
}

}  // namespace wayfront::edge_list
