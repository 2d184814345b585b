// The fields of one line, read with care: whatever is wrong with one is said in full.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wayfront/graph.hpp"

namespace wayfront::dimacs {

/// The next field of `line`, blanks around it dropped; "" at the end.
std::string_view next_field(std::string_view& line);

/// A field for a message: cut where it is long, unprintable bytes shown as \xNN.
std::string shown(std::string_view field);

/// A count of the header. Throws BadInput without a place.
std::uint64_t read_count(std::string_view field, std::string_view what);

/// A vertex id of 1 to `vertices`, as an index. `end` is "from" or "to". Throws BadInput without a place.
Vertex read_vertex(std::string_view field, Vertex vertices, std::string_view end);

/// A weight that is finite and, for integers, neither `unreached` nor the lowest value. Throws BadInput without a
/// place.
template <WeightType W>
W read_weight(std::string_view field);

}  // namespace wayfront::dimacs
