#include "pipeline/pipeline_cases.hpp"

#include <doctest/doctest.h>

#include <string>

#include "base/characters.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("wildcards fit whole texts") {
  CHECK(matches("", ""));
  CHECK(matches("*", ""));
  CHECK(matches("**a**", "a"));
  CHECK(matches("a*c", "abbc"));
  CHECK(matches("*b*b", "ab b b"));
  CHECK(matches("a?c", "abc"));
  CHECK(matches("*.gr: dijk*", "NY.gr: dijkstra"));
  CHECK_FALSE(matches("", "a"));
  CHECK_FALSE(matches("?", ""));
  CHECK_FALSE(matches("a*c", "abcd"));
  CHECK_FALSE(matches("*ab", "aab "));
  CHECK(matches("*ab", "aaab"));
}

TEST_CASE("wildcards: ? is one character, however many bytes it has") {
  CHECK(matches("Z?rich", "Zürich"));
  CHECK(matches("*?rich", "Zürich"));
  CHECK(matches("??", "漢字"));
  CHECK_FALSE(matches("Z??rich", "Zürich"));
  CHECK_FALSE(matches("???", "漢字"));
}

/// With time that grows exponentially this would not end.
TEST_CASE("wildcards: many stars") {
  std::string pattern, text(5000, 'a');
  for (int i = 0; i < 500; ++i) pattern += "a*";
  CHECK(matches(pattern, text));
  CHECK_FALSE(matches(pattern + 'b', text));
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
