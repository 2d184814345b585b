// Files that are named, and what to do with them.
#include "../../test.hpp"
#include "load/beside/vertex_list.hpp"
#include "load/loader_choice.hpp"

namespace wayfront::host {
namespace {

using namespace std::string_literals;

void is(const std::string& head, std::string_view what, std::string_view advice) {
  const std::string_view said = unreadable_format(head);
  CAPTURE(head);
  CHECK_MESSAGE(said.starts_with(what), said);
  CHECK_MESSAGE(contains(said, advice), said);
}

TEST_CASE("by magic numbers") {
  is("PK\x03\x04\x14\0\0\0"s, "a zip archive", "unpack it");
  is("PAR1\x15\x04", "a Parquet file", "pandas.read_parquet");
  is("ARROW1\0\0"s, "an Arrow file", "pandas.read_feather");
  is("\x89HDF\r\n\x1a\n", "an HDF5 file", "source,target,weight");
  is("SQLite format 3\0"s, "an SQLite database", "source,target,weight");
  is("SQLite format 3\0"s + std::string(52, 'x') + "GPKG", "a GeoPackage", "source,target,weight");
  is("MATLAB 5.0 MAT-file, Platform: GLNXA64", "a MATLAB file", "scipy.sparse.save_npz");
  is("\0\0\0\x0d\x0a\x09OSMHeader\x18"s, "an OpenStreetMap file", "source,target,weight");
  is("\0\0\x27\x0a\0\0\0\0"s, "a shapefile", "source,target,weight");
  is(std::string(257, 'x') + "ustar\0"s, "a tar archive", "unpack it");
  is("\x80\x04\x95\x10\0\0\0"s, "a Python pickle, which is not read because it is a program", "save_npz");
  is("\xff\xfe"
     "1\0 \0"s,
     "text in UTF-16", "iconv");
  is(std::string(16, '\0'), "only zero bytes", "damaged");
}

TEST_CASE("by words, whatever their case and what is before them") {
  is("<?xml version=\"1.0\"?>\n<!-- by hand -->\n<graphml xmlns=\"x\">", "a GraphML file", "read_graphml");
  is("<graphml>", "a GraphML file", "read_graphml");
  is("<?XML version='1.0'?><gexf>", "a GEXF file", "read_gexf");
  is("<?xml version='1.0'?>\n<osm version=\"0.6\">", "an OpenStreetMap file", "source,target,weight");
  is("<osmChange version=\"0.6\">", "changes of OpenStreetMap", "osmium apply-changes");
  is("<?xml version='1.0'?>\n<svg>", "an XML file of another kind", "source,target,weight");
  is("<!DOCTYPE html><html>", "a web page", "downloaded");
  is("strict digraph g {", "a DOT file", "read_dot");
  is("digraph{a->b}", "a DOT file", "read_dot");
  is("{\"nodes\": []", "a JSON file", "source,target,weight");
}

TEST_CASE("what has no name") {
  for (const char* text : {"", "1 2 3\n", "p sp 3 2\n", "PK", "graph", "source,target\n", "\x80"})
    CHECK(unreadable_format(text).empty());
}

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

TEST_CASE("what is not a number is a name, even with blanks in it") {
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
  CHECK(contains(refusal_by(ExitCode::input, [&] { read_vertex_list("/nowhere/ids.txt"); }), "/nowhere/ids.txt"));
}

}  // namespace
}  // namespace wayfront::host
