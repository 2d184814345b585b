// OpenStreetMap files that libosmium writes, and a file of speeds. cases/osm has the others.
#include <osmium/builder/attr.hpp>
#include <osmium/io/pbf_output.hpp>
#include <osmium/io/writer.hpp>
#include <osmium/io/xml_output.hpp>

#include "graph_texts.hpp"
#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace osm_test {

TEST_CASE("a file of speeds by class of road") {
  const std::string file =
      "<?xml version='1.0'?><osm version=\"0.6\"><node id=\"1\" lat=\"0\" lon=\"0\"/><node id=\"2\" lat=\"0\" "
      "lon=\"0.001\"/><way id=\"1\"><nd ref=\"1\"/><nd ref=\"2\"/><tag k=\"highway\" v=\"residential\"/></way>"
      "<way id=\"2\"><nd ref=\"2\"/><nd ref=\"1\"/><tag k=\"highway\" v=\"primary\"/></way>"
      "<way id=\"3\"><nd ref=\"1\"/><nd ref=\"2\"/><tag k=\"highway\" v=\"residential\"/><tag k=\"maxspeed\" "
      "v=\"60\"/></way></osm>";
  const Scratch scratch;
  const auto read = [&](std::string_view speeds) {
    const std::string path = scratch.write("cars.txt", speeds).string();
    return load_text(file, {.loader = "osm", .options = "weight = 'milliseconds'\nspeeds = '" + path + "'"});
  };
  CHECK(arcs_text(read("# slow\nresidential 15\n\n")) == "1>2:26687 1>2:6672 2>1:26687 2>1:6672");
  const auto wrong = [&](std::string_view speeds, const char* words) {
    CHECK_THROWS_WITH_AS(read(speeds), doctest::Contains(words), UserError);
  };
  wrong("residential\n", "cars.txt:1: 'residential '");
  wrong("a 5\nb -3\n", "cars.txt:2: 'b -3' is not a class");
  wrong("a 5\na 6\n", "cars.txt:2: the class 'a' a second time");
  wrong("# nothing\n", "cars.txt:1: no class");
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

}  // namespace osm_test
}  // namespace wayfront::host
