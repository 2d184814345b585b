#include "load/beside/vertex_list.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace {

std::vector<VertexId> read(std::string_view text) {
  const Scratch scratch;
  const std::filesystem::path file = scratch.path() / "ids.txt";
  std::ofstream(file, std::ios::binary) << text;
  return read_vertex_list(file);
}

using Ids = std::vector<VertexId>;

TEST_CASE("one id per line, in their order; blanks, empty lines and comments do not count") {
  CHECK(read("3\n1\n2\n") == Ids{3, 1, 2});
  CHECK(read("# two\n\n  7\t\n   # in the middle\n5") == Ids{7, 5});
  CHECK(read("3\r\n1\r\n\r\n") == Ids{3, 1});
  CHECK(read("# nothing\n").empty());
  CHECK(read("18446744073709551615\n") == Ids{18446744073709551615U});
}

TEST_CASE("what is no number is a name, also with blanks in it") {
  CHECK(read("Rome\nSan Marino\n") == Ids{std::string_view("Rome"), std::string_view("San Marino")});
  CHECK(read("-1\n1.5\n18446744073709551616\n") ==
        Ids{std::string_view("-1"), std::string_view("1.5"), std::string_view("18446744073709551616")});
}

TEST_CASE("an id may be listed again, and long files come in pieces") {
  CHECK(read("4\n5\n4\n") == Ids{4, 5, 4});
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += std::to_string(i) + '\n';
  CHECK(read(text).size() == 300'000);
}

TEST_CASE("a missing file is an input error that names it") {
  try {
    read_vertex_list("/nowhere/ids.txt");
    FAIL("it was read");
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::input);
    CHECK(contains(error.what(), "/nowhere/ids.txt"));
  }
}

}  // namespace
}  // namespace wayfront::host
