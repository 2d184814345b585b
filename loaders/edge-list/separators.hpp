// What separates the fields of an edge list.
#pragma once

#include <span>
#include <string_view>

namespace wayfront::edge_list {

/// ' ' for blanks and tabs, else one of ';', ',' and '\t'. The first line decides if it names both ends of an arc, unless
/// `header` is false. Else all lines do, without the counts in front: they must have equally many fields. Throws BadInput
/// if two separators fit, with the option that decides.
char separator_of(std::span<const std::string_view> lines, bool header = true);

/// "3,5"
bool has_decimal_comma(std::string_view field);

}  // namespace wayfront::edge_list
