#include "vertices_comment.hpp"

#include <charconv>
#include <system_error>

#include "text/fields.hpp"

namespace wayfront::edge_list {
namespace {

bool read(std::string_view field, std::uint64_t& value) {
  const char* const end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  return !field.empty() && error == std::errc() && stop == end;
}

}  // namespace

std::string vertices_comment(std::uint64_t vertices, std::uint64_t first_id) {
  return "# vertices: " + std::to_string(vertices) + " from " + std::to_string(first_id) + "\n";
}

std::optional<VerticesComment> read_vertices_comment(std::string_view line) {
  VerticesComment comment{};
  const auto next = [&] { return textfile::next_field(line); };
  if (next() != "#" || next() != "vertices:" || !read(next(), comment.vertices)) return std::nullopt;
  if (next() != "from" || !read(next(), comment.first_id) || !next().empty()) return std::nullopt;
  return comment;
}

std::optional<std::uint64_t> read_snap_comment(std::string_view line) {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  const auto next = [&] { return textfile::next_field(line); };
  if (next() != "#" || next() != "Nodes:" || !read(next(), vertices)) return std::nullopt;
  if (next() != "Edges:" || !read(next(), edges) || !next().empty()) return std::nullopt;
  return edges;
}

}  // namespace wayfront::edge_list
