// Reads fields as numbers, with complete error messages. Functions here throw BadInput without a place; the caller, who
// knows the line, adds it.
#pragma once

#include <cstdint>
#include <string_view>

#include "wayfront/graph.hpp"

namespace wayfront::textfile {

/// False if the field is not a 64-bit number with only digits.
bool is_whole_number(std::string_view field, std::uint64_t& value);

/// A count in a header line; `where` names that line if the field is missing, "the p line".
std::uint64_t read_count(std::string_view field, std::string_view what, std::string_view where);

/// Throws if there are too many vertices for 32-bit indices.
Vertex check_vertices(std::uint64_t count);

/// Throws if a file of `size` bytes, 0 for unknown, cannot contain `count` of `what`, each of at least `shortest`
/// bytes.
void check_count(std::uint64_t count, std::string_view what, std::uint64_t shortest, std::uint64_t size);

/// A vertex id of `first` to `first + vertices - 1`, as an index. `end` is "from" or "to".
Vertex read_vertex(std::string_view field, std::uint64_t first, Vertex vertices, std::string_view end);

/// How a loader that reads integers handles "3.0" and "1e3".
enum class Reals : std::uint8_t { refused, whole_ones };

/// How a loader reads its weights.
struct WeightForm {
  Reals reals = Reals::refused;
  bool exact = false;  // LoadRequest::exact
};

/// A weight that is finite and, for integers, between -(unreached - 1) and unreached - 1. The BadInput for a number that
/// another type holds has that type's code.
template <WeightType W>
W read_weight(std::string_view field, WeightForm form);

}  // namespace wayfront::textfile
