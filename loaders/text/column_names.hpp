// What the columns of a table of arcs are called: which names stand for a source, a target or a weight.
#pragma once

#include <string_view>

namespace wayfront::textfile {

enum class Column : unsigned char {
  other,
  source,
  target,
  weight,         // called so: "weight", "w"
  usable_weight,  // called like something that usually is one: "cost", "length", "distance"
};

/// In any case; quotes, blanks and punctuation do not matter, nor do "id", "node" and "vertex" beside a name: all of
/// "Source", "\"src\"", "FromNodeId", "start_node" and ":START_ID" are sources.
Column column_called(std::string_view name);

}  // namespace wayfront::textfile
