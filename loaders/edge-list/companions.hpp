// The files next to a Graphalytics edge file NAME.e: the vertices in NAME.v, the meaning of its lines in
// NAME.properties.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "columns.hpp"
#include "text/fields.hpp"
#include "text/lines.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::edge_list {

/// "graph.NAME.directed = true".
inline std::optional<bool> read_directed(Input& input, RunContext& context) {
  textfile::Lines lines("edge-list", input, context);
  for (std::string_view line; lines.next(line);) {
    line = textfile::trimmed(line);
    const std::size_t equals = line.find_first_of("=:");
    if (line.empty() || line[0] == '#' || line[0] == '!' || equals == line.npos) continue;
    const std::string_view key = textfile::trimmed(line.substr(0, equals));
    const std::string_view value = textfile::trimmed(line.substr(equals + 1));
    if (!key.starts_with("graph.") || !key.ends_with(".directed")) continue;
    if (value != "true" && value != "false") lines.fail("'" + textfile::shown(value) + "' must be true or false");
    return value == "true";
  }
  return std::nullopt;
}

inline std::vector<std::uint64_t> read_vertices(Input& input, RunContext& context) {
  textfile::Lines lines("edge-list", input, context);
  std::vector<std::uint64_t> ids;
  for (std::string_view line; lines.next(line);) {
    const std::string_view id = textfile::next_field(line);  // properties may follow
    if (id.empty() || id[0] == '#') continue;
    lines.placed([&] { ids.push_back(read_id(id)); });
    if (ids.size() % 65'536 == 0) context.throw_if_cancelled();
  }
  if (!std::ranges::is_sorted(ids)) std::ranges::sort(ids);
  if (const auto twice = std::ranges::adjacent_find(ids); twice != ids.end())
    lines.fail_in_file("vertex " + std::to_string(*twice) + " is listed twice");
  return ids;
}

struct Companions {
  std::optional<bool> directed{};
  std::optional<std::vector<std::uint64_t>> vertices{};  // ascending, each once
};

/// Nothing if the file does not have the suffix .e, compressed or not. Throws BadInput with a place.
inline Companions read_companions(Input& input, RunContext& context) {
  Companions result;
  if (!without_compression(input.name()).ends_with(".e")) return result;
  if (Input* const properties = input.beside(".properties")) result.directed = read_directed(*properties, context);
  if (Input* const vertices = input.beside(".v")) result.vertices = read_vertices(*vertices, context);
  return result;
}

}  // namespace wayfront::edge_list
