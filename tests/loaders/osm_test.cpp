// OpenStreetMap files: ways become arcs. Extracts are written here, as XML and, by libosmium, as .osm.pbf.
#include <fmt/format.h>

#include <cstdint>
#include <osmium/builder/attr.hpp>
#include <osmium/io/pbf_output.hpp>
#include <osmium/io/writer.hpp>
#include <osmium/io/xml_output.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace {

/// Nodes 1 to 4 on the equator, a thousandth of a degree apart: 111.195 m.
const std::string nodes =
    "<node id=\"1\" lat=\"0\" lon=\"0\"/><node id=\"2\" lat=\"0\" lon=\"0.001\"/>"
    "<node id=\"3\" lat=\"0\" lon=\"0.002\"/><node id=\"4\" lat=\"0\" lon=\"0.003\"/>\n";

std::string osm(const std::string& rest) {
  return "<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\" generator=\"by hand\">\n" + rest + "</osm>\n";
}

std::string way(const std::vector<long>& refs, const std::vector<std::pair<std::string, std::string>>& tags) {
  static int id = 100;
  std::string text = "<way id=\"" + std::to_string(++id) + "\">";
  for (const long ref : refs) text += "<nd ref=\"" + std::to_string(ref) + "\"/>";
  for (const auto& [key, value] : tags) text += "<tag k=\"" + key + "\" v=\"" + value + "\"/>";
  return text + "</way>\n";
}

/// "1>2:5 2>1:5", in the file's ids.
std::string arcs(const std::string& content, const std::string& options = "") {
  const LoadedGraph loaded = load_text(content, {.loader = "osm", .options = options});
  std::string all;
  for (const Arc<std::int32_t>& arc : arcs_of<std::int32_t>(loaded))
    all +=
        fmt::format("{}{}>{}:{}", all.empty() ? "" : " ", loaded.ids[arc.source], loaded.ids[arc.target], arc.weight);
  return all;
}

void refused(const std::string& content, std::string_view words, const std::string& options = "") {
  const std::string said = error_of(content, {.loader = "osm", .options = options});
  CHECK_MESSAGE(said.find(words) != said.npos, words << " is not in: " << said);
}

TEST_CASE("a way is arcs between its nodes, in both directions unless it says otherwise") {
  const auto street = [](const std::vector<std::pair<std::string, std::string>>& more) {
    std::vector<std::pair<std::string, std::string>> tags = {{"highway", "residential"}};
    tags.insert(tags.end(), more.begin(), more.end());
    return arcs(osm(nodes + way({1, 2}, tags)));
  };
  const std::string there = "1>2:111195", both = there + " 2>1:111195";
  CHECK(street({}) == both);
  CHECK(street({{"oneway", "no"}}) == both);
  CHECK(street({{"oneway", "yes"}}) == there);
  CHECK(street({{"oneway", "-1"}}) == "2>1:111195");
  CHECK(street({{"junction", "roundabout"}}) == there);
  CHECK(street({{"junction", "roundabout"}, {"oneway", "no"}}) == both);
  CHECK(arcs(osm(nodes + way({1, 2}, {{"highway", "motorway"}}))) == there);
  CHECK(arcs(osm(nodes + way({1, 2}, {{"highway", "motorway_link"}}))) == both);
  CHECK(arcs(osm(nodes + way({1, 2, 2, 3}, {{"highway", "primary"}, {"oneway", "yes"}}))) == there + " 2>3:111195");
}

TEST_CASE("ways that are no roads for cars") {
  const std::string road = way({1, 2}, {{"highway", "service"}, {"oneway", "yes"}}), only = "1>2:111195";
  const auto left_out = [&](const std::vector<std::pair<std::string, std::string>>& tags) {
    CHECK(arcs(osm(nodes + road + way({2, 3}, tags))) == only);
  };
  left_out({{"highway", "footway"}});
  left_out({{"building", "yes"}});
  left_out({{"highway", "residential"}, {"access", "private"}});
  left_out({{"highway", "residential"}, {"motor_vehicle", "no"}});
  left_out({{"highway", "residential"}, {"area", "yes"}});
  CHECK(arcs(osm(nodes +
                 way({2, 3}, {{"highway", "residential"}, {"access", "no"}, {"motorcar", "yes"}, {"oneway", "1"}}))) ==
        "2>3:111195");
}

TEST_CASE("the weight: length or time, by class, sign or a file of speeds") {
  const std::string file = osm(nodes + way({1, 2}, {{"highway", "residential"}, {"oneway", "yes"}}) +
                               way({2, 3}, {{"highway", "residential"}, {"maxspeed", "60"}, {"oneway", "yes"}}) +
                               way({3, 4}, {{"highway", "primary"}, {"maxspeed", "30 mph"}, {"oneway", "yes"}}));
  CHECK(arcs(file, "weight = 'milliseconds'") == "1>2:13343 2>3:6672 3>4:8291");
  const LoadedGraph metres =
      load_text(file, {.loader = "osm", .options = "weight = 'metres'", .weights = WeightKind::float64});
  CHECK(arcs_of<double>(metres)[0].weight == 111.195);
  refused(file, "between the nodes 1 and 2: weight 111.195 is not an integer", "weight = 'metres'");
  const Scratch scratch;
  const std::string speeds = scratch.write("cars.txt", "# slow\nresidential 15\n\n").string();
  CHECK(arcs(file, "weight = 'milliseconds'\nspeeds = '" + speeds + "'") == "1>2:26687 2>3:6672");
  const auto wrong = [&](const std::string& text, std::string_view words) {
    const std::string path = scratch.write("wrong.txt", text).string();
    try {
      load_text(file, {.loader = "osm", .options = "speeds = '" + path + "'"});
      FAIL("no error");
    } catch (const UserError& error) {
      CHECK(std::string_view(error.what()).find("wrong.txt:" + std::string(words)) != std::string_view::npos);
    }
  };
  wrong("residential\n", "1: 'residential '");
  wrong("a 5\nb -3\n", "2: 'b -3' is not a class");
  wrong("a 5\na 6\n", "2: the class 'a' a second time");
  wrong("# nothing\n", "1: no class");
}

TEST_CASE("vertices lie where their nodes do") {
  const std::string more = "<node id=\"9\" lat=\"50.5\" lon=\"8.25\"/><node id=\"5\" lat=\"1\" lon=\"1\"/>";
  const std::string ways = way({9, 2, 77}, {{"highway", "road"}}) + way({3, 4}, {{"highway", "path"}});
  const LoadedGraph loaded = load_text(osm(more + nodes + ways), {.loader = "osm", .weights = WeightKind::int64});
  REQUIRE(loaded.coordinates);
  CHECK(loaded.coordinates.geographic());
  REQUIRE(loaded.coordinates.points().size() == 2);
  CHECK(loaded.ids[1] == VertexId(9));
  CHECK(loaded.coordinates[1].x == 8.25);
  CHECK(loaded.coordinates[1].y == 50.5);
  CHECK(loaded.coordinates[0].x == doctest::Approx(0.001));
}

TEST_CASE("what is left out is said") {
  const LoadedGraph loaded = load_text(osm(
      nodes + way({1, 2, 77}, {{"highway", "road"}}) + way({2, 3}, {{"highway", "road"}, {"oneway", "reversible"}}) +
      "<relation id=\"1\"><member type=\"way\" ref=\"101\" role=\"from\"/><tag k=\"type\" v=\"restriction\"/></relation>\n"));
  CHECK(loaded.graph->info().edges == 4);
  CHECK(loaded.ids.first() == 1);
  REQUIRE(loaded.notes.size() == 3);
  CHECK(loaded.notes[0].starts_with("turn restrictions are left out (1 of them)"));
  CHECK(loaded.notes[1].starts_with("pieces of roads are left out (1 of them), because their nodes, such as 77,"));
  CHECK(loaded.notes[2].starts_with("ways whose oneway is not yes, no or -1 are read in both directions (1 of them)"));
}

TEST_CASE("files that are wrong") {
  const std::string road = way({1, 2}, {{"highway", "road"}});
  refused(osm("<node id=\"1\" lat=\"0\" lon=\"0\"/><node id=\"2\" lat=\"95\" lon=\"0\"/>" + road),
          "the node 2 is at longitude 0.000000 and latitude 95.000000, which is not on the globe");
  refused(osm(nodes), "it has no roads");
  refused(osm("<node id=\"-1\" lat=\"0\" lon=\"0\"/>" + nodes + way({-1, 2}, {{"highway", "road"}})), "negative id");
  refused(osm(nodes + road).substr(0, 270), "it cannot be read");
  refused("<!DOCTYPE osm [<!ENTITY a \"aa\">]>\n" + osm(nodes + road).substr(39), "it cannot be read");
  CHECK(sniff("osm", osm(nodes)).confidence == 95);
  CHECK(sniff("osm", "<?xml version='1.0'?><graphml>").confidence == 0);
}

/// A square of streets as .osm.pbf, by libosmium; every node has four neighbours, those at the border fewer.
void write_square(const std::string& path, int side) {
  osmium::thread::Pool pool(2);
  osmium::io::Writer writer(osmium::io::File(path), osmium::io::Header(), osmium::io::overwrite::allow, pool);
  using namespace osmium::builder::attr;
  constexpr std::int64_t first = 5'000'000'000;
  osmium::memory::Buffer buffer(1 << 20, osmium::memory::Buffer::auto_grow::yes);
  const auto flush = [&] {
    writer(std::move(buffer));
    buffer = osmium::memory::Buffer(1 << 20, osmium::memory::Buffer::auto_grow::yes);
  };
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x)
      osmium::builder::add_node(buffer, _id(first + y * side + x), _version(1),
                                _location(8.0 + x * 0.0005, 50.0 + y * 0.0005));
    flush();
  }
  for (int line = 0; line < 2 * side; ++line) {
    std::vector<osmium::object_id_type> refs;
    for (int i = 0; i < side; ++i)
      refs.push_back(line < side ? first + line * side + i : first + i * side + line - side);
    osmium::builder::add_way(buffer, _id(1 + line), _version(1), _nodes(refs), _tag("highway", "residential"));
    flush();
  }
  writer.close();
}

TEST_CASE("libosmium's own files, compact and as XML, are one graph") {
  const Scratch scratch;
  constexpr int side = 60;
  const std::string pbf = (scratch.path() / "square.osm.pbf").string(), xml = (scratch.path() / "square.osm").string();
  write_square(pbf, side);
  write_square(xml, side);
  const LoadedGraph loaded = load(pbf);
  CHECK(loaded.loader == "osm");
  CHECK(loaded.graph->info().vertices == side * side);
  CHECK(loaded.graph->info().edges == 4 * side * (side - 1));
  CHECK(loaded.ids.first() == 5'000'000'000);
  CHECK(load(xml).digest == loaded.digest);
  const std::string content = content_of(pbf);
  for (std::size_t size = 20; size < content.size(); size += 499) {
    CAPTURE(size);
    const std::string said = error_of(content.substr(0, size), {.loader = "osm"});
    CHECK_MESSAGE(said.starts_with("osm: FILE: "), said);
  }
}

}  // namespace
}  // namespace wayfront::host
