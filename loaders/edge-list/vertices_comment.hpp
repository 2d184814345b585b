// The comment "# vertices: 6 from 1" before the arcs: all vertices, including those without arcs. Other programs skip
// it like any comment. Also SNAP's comment, which counts the lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wayfront::edge_list {

struct VerticesComment {
  std::uint64_t vertices;
  std::uint64_t first_id;
};

/// Begins a comment that says that ids which look like numbers are names.
inline constexpr std::string_view names_comment = "# ids: names";

/// With its line end.
std::string vertices_comment(std::uint64_t vertices, std::uint64_t first_id);

/// Nothing if the line is another comment.
std::optional<VerticesComment> read_vertices_comment(std::string_view line);

/// The edges of SNAP's "# Nodes: 4 Edges: 3"; nothing if the line is another comment.
std::optional<std::uint64_t> read_snap_comment(std::string_view line);

}  // namespace wayfront::edge_list
