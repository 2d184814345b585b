// Fields as numbers, read with care: whatever is wrong with one is said in full. What throws here throws BadInput
// without a place; who knows the line puts it in front.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wayfront/graph.hpp"

namespace wayfront::textfile {

/// False where the field is not a number of digits alone that 64 bits hold.
bool is_whole_number(std::string_view field, std::uint64_t& value);

/// A count of a header line; `where` names that line where there is no field, "the p line".
std::uint64_t read_count(std::string_view field, std::string_view what, std::string_view where);

/// Throws where so many vertices have no 32-bit index.
Vertex check_vertices(std::uint64_t count);

/// Throws where a file of `size` bytes, 0 for unknown, cannot hold `count` of `what`, each of `shortest` bytes or more.
void check_count(std::uint64_t count, std::string_view what, std::uint64_t shortest, std::uint64_t size);

/// A vertex id of `first` to `first + vertices - 1`, as an index. `end` is "from" or "to".
Vertex read_vertex(std::string_view field, std::uint64_t first, Vertex vertices, std::string_view end);

/// What a loader that reads integers makes of "3.0" and "1e3".
enum class Reals : std::uint8_t { refused, whole_ones };

/// A weight that is finite and, for integers, neither `unreached` nor the lowest value.
template <WeightType W>
W read_weight(std::string_view field, Reals reals);

}  // namespace wayfront::textfile
