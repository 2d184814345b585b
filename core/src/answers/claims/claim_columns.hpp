// What the columns of an answer mean, and how its entries name vertices: for the readers of all formats.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "answers/claims/claim.hpp"
#include "graph/vertex_ids.hpp"
#include "graph/wide_sum.hpp"

namespace wayfront::host {

/// A column, or a key of JSON, by its name.
enum class ClaimColumn : std::uint8_t { other, id, distance, predecessor, source };
ClaimColumn column_named(std::string_view name);

/// What stands for the predecessor of a vertex that has none.
inline VertexId no_id() { return std::string_view("-1"); }

/// ClaimBuilder::id_of() for the predecessor of a vertex, where an empty text means none.
VertexId predecessor_of_text(const ClaimBuilder& claim, std::string_view text);

/// A value of a column `predecessor`: an id, or -1 or a word for none.
void add_predecessor(ClaimBuilder& claim, std::uint32_t row, Vertex vertex, const VertexId& before,
                     std::string_view place);

/// Those of all positions, as integers; negative: none. They are ids, as this program writes them, if the source's own
/// entry is its id; otherwise positions, as SciPy writes them.
void add_predecessors(ClaimBuilder& claim, std::uint32_t row, std::span<const Int128> values, std::string_view place);

}  // namespace wayfront::host
