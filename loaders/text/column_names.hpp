// Column names in a table of arcs: which names stand for a source, a target or a weight.
#pragma once

#include <string_view>

namespace wayfront::textfile {

enum class Column : unsigned char {
  other,
  source,
  target,
  weight,  // "weight", "w", or something that usually is one: "cost", "length", "distance"
};

/// Case-insensitive; quotes, blanks and punctuation do not matter, nor do "id", "node" and "vertex" next to a name: all
/// of "Source", "\"src\"", "FromNodeId", "start_node" and ":START_ID" are sources.
Column column_called(std::string_view name);

/// Also "travel_time" and "length_km", which column_called() does not take for a weight.
bool looks_like_weight(std::string_view name);

/// "reverse_cost": of the arc from target to source.
bool is_of_way_back(std::string_view name);

}  // namespace wayfront::textfile
