// Column names in a table of arcs: which names stand for a source, a target or a weight.
#pragma once

#include <string_view>

namespace wayfront::textfile {

enum class Column : unsigned char {
  other,
  source,
  target,
  weight,         // the name of a weight: "weight", "w"
  usable_weight,  // the name of something that usually is a weight: "cost", "length", "distance"
};

/// Case-insensitive; quotes, blanks and punctuation do not matter, nor do "id", "node" and "vertex" next to a name: all
/// of "Source", "\"src\"", "FromNodeId", "start_node" and ":START_ID" are sources.
Column column_called(std::string_view name);

}  // namespace wayfront::textfile
