// Nodes and edges of GraphML in the form that programs write, found without an XML parser: it takes most of the time of a
// large file. Whatever has another form, be it right or wrong, is left to the parser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace wayfront::graphml {

enum class Found : std::uint8_t {
  it,     // it is complete
  more,   // the text ends within it
  other,  // something else stands there
};

/// <node id="0"> or <edge source="0" target="1" directed="true">, with elements data of plain text. No reference, no
/// character beyond ASCII, no attribute twice, no other one.
struct QuickElement {
  bool is_edge = false;
  std::string_view id, source, target, directed;                      // those that it has
  std::vector<std::pair<std::string_view, std::string_view>> data{};  // keys and values

  /// Reads the element at the beginning of the text, which is removed if it was found. Refers to the text.
  Found read(std::string_view& text);
};

/// Removes blanks and line ends, and counts these; a carriage return only before a line feed.
void skip_blanks(std::string_view& text, std::uint64_t& lines);

/// Where the first comment, instruction or element of the text ends; of an element that is not `whole`, where its first
/// tag ends. `size` is for Found::it alone. Does not check what it passes over.
Found find_end(std::string_view text, bool whole, std::size_t& size);

}  // namespace wayfront::graphml
