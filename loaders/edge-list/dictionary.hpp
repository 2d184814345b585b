// "0 1 {'weight': 4}": arcs with their attributes as Python shows a dictionary, which is how NetworkX writes edge lists.
#pragma once

#include <string_view>

namespace wayfront::edge_list {

/// The two ends and the dictionary of such a line.
struct DictionaryLine {
  std::string_view source, target, dictionary;
};

/// Throws BadInput for a line that is not of this kind.
DictionaryLine split_dictionary(std::string_view line);

/// The value of a key as it is written, "4" or "'a b'"; "" if there is no such key. Throws BadInput for a dictionary that does
/// not end.
std::string_view value_in(std::string_view dictionary, std::string_view key);

/// A key whose value is a number, or "".
std::string_view first_number_in(std::string_view dictionary);

}  // namespace wayfront::edge_list
