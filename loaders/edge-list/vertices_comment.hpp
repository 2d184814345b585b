// The comment "# vertices: 6 from 1" in front of the arcs: all vertices there are, those without arcs among them.
// Programs that do not know it skip it as any comment. And SNAP's comment, which counts the lines.
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

/// With its line end.
std::string vertices_comment(std::uint64_t vertices, std::uint64_t first_id);

/// Nothing where the line is another comment.
std::optional<VerticesComment> read_vertices_comment(std::string_view line);

/// The edges of SNAP's "# Nodes: 4 Edges: 3"; nothing where the line is another comment.
std::optional<std::uint64_t> read_snap_comment(std::string_view line);

}  // namespace wayfront::edge_list
