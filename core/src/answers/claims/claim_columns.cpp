#include "answers/claims/claim_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace wayfront::host {

ClaimColumn column_named(std::string_view text) {
  std::string name(text);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto is_any = [&](const auto&... names) { return ((name == names) || ...); };
  if (is_any("id", "vertex", "node", "v")) return ClaimColumn::id;
  if (is_any("distance", "dist", "d", "distances", "agg_cost")) return ClaimColumn::distance;
  if (is_any("predecessor", "pred", "parent", "predecessors", "parents")) return ClaimColumn::predecessor;
  if (is_any("source", "start_vid")) return ClaimColumn::source;
  return ClaimColumn::other;
}

VertexId predecessor_of_text(const ClaimBuilder& claim, std::string_view text) {
  return claim.id_of(text.empty() ? "-1" : text);
}

void add_predecessor(ClaimBuilder& claim, std::uint32_t row, Vertex vertex, const VertexId& before,
                     std::string_view place) {
  constexpr std::array<std::string_view, 6> none = {"-1", "-9999", "null", "None", "none", "inf"};  // -9999: SciPy
  const bool is_none = std::ranges::find(none, before.name) != none.end();
  if (is_none && !claim.find(before)) return claim.predecessor(row, vertex, no_vertex, place);
  claim.predecessor(row, vertex, claim.vertex(before, place), place);
}

void add_predecessors(ClaimBuilder& claim, std::uint32_t row, std::span<const Int128> values, std::string_view place) {
  const ClaimShape& shape = claim.shape();
  const Vertex source = shape.sources[row];
  bool ids = shape.ids.kind() != VertexIds::Kind::names;
  for (std::uint64_t i = 0; i < values.size() && ids; ++i)
    if (claim.at(i) == source) ids = VertexId(static_cast<std::uint64_t>(values[i])) == shape.ids[source];
  for (std::uint64_t i = 0; i < values.size(); ++i) {
    const auto value = static_cast<std::uint64_t>(values[i]);
    if (values[i] < 0)
      claim.predecessor(row, claim.at(i), no_vertex, place);
    else if (ids)
      claim.predecessor(row, claim.at(i), claim.vertex(value, place), place);
    else if (values[i] < Int128{claim.positions()})
      claim.predecessor(row, claim.at(i), claim.at(value), place);
    else
      claim.fail(place,
                 fmt::format("entry {} is {}, but the graph has {} vertices", i, values[i], shape.file_vertices()));
  }
  if (row == 0 && shape.ids.kind() != VertexIds::Kind::names && !(shape.ids.order().empty() && shape.ids.first() == 0))
    claim.note(ids ? "predecessors are read as ids" : "predecessors are read as positions from 0");
}

}  // namespace wayfront::host
