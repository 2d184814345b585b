#include "base/wildcard.hpp"

#include <doctest/doctest.h>

#include <string>

#include "base/characters.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("wildcards fit whole texts") {
  CHECK(fits("", ""));
  CHECK(fits("*", ""));
  CHECK(fits("**a**", "a"));
  CHECK(fits("a*c", "abbc"));
  CHECK(fits("*b*b", "ab b b"));
  CHECK(fits("a?c", "abc"));
  CHECK(fits("*.gr: dijk*", "NY.gr: dijkstra"));
  CHECK_FALSE(fits("", "a"));
  CHECK_FALSE(fits("?", ""));
  CHECK_FALSE(fits("a*c", "abcd"));
  CHECK_FALSE(fits("*ab", "aab "));
  CHECK(fits("*ab", "aaab"));
}

TEST_CASE("wildcards: ? is one character, however many bytes it has") {
  CHECK(fits("Z?rich", "Zürich"));
  CHECK(fits("*?rich", "Zürich"));
  CHECK(fits("??", "漢字"));
  CHECK_FALSE(fits("Z??rich", "Zürich"));
  CHECK_FALSE(fits("???", "漢字"));
}

/// With time that grows exponentially this would not end.
TEST_CASE("wildcards: many stars") {
  std::string pattern, text(5000, 'a');
  for (int i = 0; i < 500; ++i) pattern += "a*";
  CHECK(fits(pattern, text));
  CHECK_FALSE(fits(pattern + 'b', text));
}

TEST_CASE("texts are cut between characters") {
  CHECK(character_count("aü漢😀") == 4);
  CHECK(first_characters("aü漢😀", 3) == "aü漢");
  CHECK(first_characters("aü", 3) == "aü");
  CHECK(first_characters("", 1).empty());
  CHECK(first_bytes("aü漢", 2) == "a");
  CHECK(first_bytes("aü漢", 3) == "aü");
  CHECK(first_bytes("aü漢", 5) == "aü");
  CHECK(first_bytes("aü漢", 6) == "aü漢");
  CHECK(first_bytes("\x80\x80", 1).empty());
}

}  // namespace
}  // namespace wayfront::host
