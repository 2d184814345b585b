// Coordinates of vertices in GraphML, GML, node-link JSON and .npz archives, and what is said against wrong ones.
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "graph/places/vertex_points.hpp"
#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"
#include "numpy_files.hpp"

namespace wayfront::host {
namespace {

/// "geographic 7:1,2 9:-" by the ids of the file, "none" without coordinates.
std::string places(const LoadedGraph& loaded) {
  if (!loaded.coordinates) return "none";
  std::string text = loaded.coordinates.geographic() ? "geographic" : "plane";
  for (Vertex v = 0; v < loaded.coordinates.points().size(); ++v) {
    const Point& it = loaded.coordinates[v];
    text += fmt::format(" {}:", loaded.ids[v]);
    text += is_known(it) ? fmt::format("{},{}", it.x, it.y) : "-";
  }
  return text;
}

struct Format {
  const char* loader;
  /// Of vertices "ID NAME=VALUE NAME=VALUE", and an edge between the first two.
  std::string (*file)(const std::vector<std::vector<std::string>>& vertices);
};

std::string name_of(const std::string& attribute) { return attribute.substr(0, attribute.find('=')); }
std::string value_of(const std::string& attribute) { return attribute.substr(attribute.find('=') + 1); }

std::string gml(const std::vector<std::vector<std::string>>& vertices) {
  std::string text = "graph [\n";
  for (const auto& vertex : vertices) {
    text += " node [ id " + vertex[0];
    for (std::size_t i = 1; i < vertex.size(); ++i) text += ' ' + name_of(vertex[i]) + ' ' + value_of(vertex[i]);
    text += " ]\n";
  }
  return text + " edge [ source " + vertices[0][0] + " target " + vertices[1][0] + " weight 5 ]\n]\n";
}

std::string node_link(const std::vector<std::vector<std::string>>& vertices) {
  std::string text = "{\"nodes\": [";
  for (const auto& vertex : vertices) {
    text += (&vertex == &vertices.front() ? "{\"id\": " : ",\n{\"id\": ") + vertex[0];
    for (std::size_t i = 1; i < vertex.size(); ++i) text += ", \"" + name_of(vertex[i]) + "\": " + value_of(vertex[i]);
    text += '}';
  }
  return text + "], \"links\": [{\"source\": " + vertices[0][0] + ", \"target\": " + vertices[1][0] +
         ", \"weight\": 5}]}\n";
}

std::string graphml(const std::vector<std::vector<std::string>>& vertices) {
  std::string keys, nodes;
  std::vector<std::string> known;
  for (const auto& vertex : vertices) {
    nodes += "<node id=\"" + vertex[0] + "\">";
    for (std::size_t i = 1; i < vertex.size(); ++i) {
      const std::string name = name_of(vertex[i]);
      if (std::ranges::find(known, name) == known.end()) {
        known.push_back(name);
        keys += "<key id=\"k" + name + "\" for=\"node\" attr.name=\"" + name + "\" attr.type=\"double\"/>\n";
      }
      nodes += "<data key=\"k" + name + "\"> " + value_of(vertex[i]) + "\n</data>";
    }
    nodes += "</node>\n";
  }
  return "<graphml><key id=\"w\" for=\"edge\" attr.name=\"weight\"/>" + keys + "<graph edgedefault=\"directed\">" +
         nodes + "<edge source=\"" + vertices[0][0] + "\" target=\"" + vertices[1][0] +
         "\"><data key=\"w\">5</data></edge></graph></graphml>\n";
}

std::vector<Format> formats() {
  std::vector<Format> all = {{"gml", gml}, {"node-link", node_link}};
  if (loaders().look_up(PluginKind::loader, "graphml") != nullptr) all.push_back({"graphml", graphml});
  return all;
}

TEST_CASE("attributes of vertices: names, capitals, order of the ids") {
  for (const Format& format : formats()) {
    CAPTURE(format.loader);
    const auto read = [&](const std::vector<std::vector<std::string>>& vertices, const std::string& options = "") {
      return places(load_text(format.file(vertices), {.loader = format.loader, .options = options}));
    };
    CHECK(read({{"9", "lon=8.5", "lat=50.25"}, {"7", "lat=-1", "lon=2"}}) == "geographic 7:2,-1 9:8.5,50.25");
    CHECK(read({{"1", "Longitude=8.5", "Latitude=50"}, {"2", "Longitude=9", "Latitude=51"}}) ==
          "geographic 1:8.5,50 2:9,51");
    CHECK(read({{"1", "x=1", "y=2"}, {"2", "x=-3e2", "y=4"}}) == "plane 1:1,2 2:-300,4");
    CHECK(read({{"1", "x=1", "y=2", "lon=8", "lat=50"}, {"2", "x=3", "y=4"}}) == "geographic 1:8,50 2:-");
    CHECK(read({{"1", "x=1"}, {"2", "y=4"}}) == "none");
    CHECK(read({{"1", "x=1"}, {"5", "x=2", "y=4"}}) == "plane 1:- 5:2,4");
    CHECK(read({{"1"}, {"2"}}) == "none");
    CHECK(read({{"1", "x=1", "y=2"}, {"2", "x=3", "y=4"}}, "coordinates = 'none'") == "none");
    CHECK(read({{"1", "x=1", "y=2"}, {"2", "x=3", "y=4"}}, "coordinates = 'y,x'\ndegrees = true") ==
          "geographic 1:2,1 2:4,3");
    CHECK(read({{"1", "east=1", "north=2"}, {"2", "east=3", "north=4"}}, "coordinates = 'east,north'") ==
          "plane 1:1,2 2:3,4");
  }
}

TEST_CASE("how coordinates were read is said") {
  for (const Format& format : formats()) {
    CAPTURE(format.loader);
    const LoadedGraph loaded =
        load_text(format.file({{"1", "lon=8", "lat=50"}, {"2"}, {"3", "lon=9"}}), {.loader = format.loader});
    const auto said = [&](std::string_view words) {
      return std::ranges::any_of(loaded.reading, [&](const std::string& it) { return it.find(words) != it.npos; });
    };
    CHECK(said("coordinates are the vertices' 'lon' and 'lat', in degrees; vertices without them: 2"));
  }
}

TEST_CASE("coordinates that are wrong") {
  for (const Format& format : formats()) {
    CAPTURE(format.loader);
    const auto refused = [&](const std::vector<std::vector<std::string>>& vertices, std::string_view words,
                             const std::string& options = "") {
      const std::string said = error_of(format.file(vertices), {.loader = format.loader, .options = options});
      CHECK_MESSAGE(said.find(words) != said.npos, words << " is not in: " << said);
    };
    refused({{"1", "lon=8", "lat=50"}, {"2", "lon=8", "lat=95"}},
            "vertex 2 lies at longitude 8 and latitude 95, which is not on the globe");
    refused({{"1", "lon=8", "lat=50"}, {"2", "lon=181", "lat=0"}}, "coordinates=none");
    refused({{"1", "x=1", "y=2"}, {"2"}}, "no vertex has the attributes 'a' and 'b'", "coordinates = 'a,b'");
    refused({{"1", "x=1", "y=2"}, {"2"}}, "neither none nor two attributes", "coordinates = 'x'");
    refused({{"1", "x=1", "y=2"}, {"2"}}, "neither none nor two attributes", "coordinates = 'x,y,z'");
    refused({{"1", "x=1", "y=2"}, {"2", "x=\"?\"", "y=3"}}, "is not a number", "coordinates = 'x,y'");
    const LoadedGraph unasked =
        load_text(format.file({{"1", "x=1", "y=2"}, {"2", "x=\"?\"", "y=3"}}), {.loader = format.loader});
    CHECK(places(unasked) == "plane 1:1,2 2:-");
    // What is not read is named, with its place and what to do.
    REQUIRE(unasked.notes.size() == 1);
    for (const char* words : {"the coordinate '", "is not a number", "--set coordinates=none"})
      CHECK_MESSAGE(unasked.notes[0].find(words) != std::string::npos, unasked.notes[0]);
    const LoadedGraph left_out = load_text(format.file({{"1", "x=1", "y=2"}, {"2", "x=\"?\"", "y=3"}}),
                                           {.loader = format.loader, .options = "coordinates = 'none'"});
    CHECK(left_out.notes.empty());
  }
}

TEST_CASE("GML's graphics, and labels that are numbers") {
  CHECK(
      places(load_text("graph [ node [ id 1 label \"20\" graphics [ x 1 y 2 w 3 ] ] node [ id 2 label \"10\" graphics "
                       "[ x 5 y 6 ] ] edge [ source 1 target 2 weight 5 ] ]")) == "plane 10:5,6 20:1,2");
}

std::string archive(const std::vector<ZipPart>& more) {
  std::vector<ZipPart> parts = {{"data.npy", npy_file<std::int32_t>("<i4", {7})},
                                {"shape.npy", npy_file<std::int64_t>("<i8", {2, 2})},
                                {"format.npy", numpy::write_header("'|S3'", {}) + "csr"},
                                {"indices.npy", npy_file<std::int32_t>("<i4", {1})},
                                {"indptr.npy", npy_file<std::int32_t>("<i4", {0, 1, 1})}};
  parts.insert(parts.end(), more.begin(), more.end());
  return zip_file(parts);
}

TEST_CASE("arrays of an .npz archive") {
  const auto read = [](const std::vector<ZipPart>& more) {
    return places(load_text(archive(more), {.loader = "npz"}));
  };
  const ZipPart x = {"x.npy", npy_file<double>("<f8", {1.5, -2})}, y = {"y.npy", npy_file<std::int16_t>("<i2", {3, 4})};
  const ZipPart lon = {"lon.npy", npy_file<float>("<f4", {8, 9}), true},
                lat = {"lat.npy", npy_file<float>("<f4", {50, 51}), true};
  CHECK(read({}) == "none");
  CHECK(read({x}) == "none");
  CHECK(read({x, y}) == "plane 0:1.5,3 1:-2,4");
  CHECK(read({x, y, lat, lon}) == "geographic 0:8,50 1:9,51");
  const ZipPart nowhere = {"x.npy", npy_file<double>("<f8", {NAN, -2})},
                nor = {"y.npy", npy_file<double>("<f8", {NAN, 5})};
  CHECK(read({nowhere, nor}) == "plane 0:- 1:-2,5");
  const auto refused = [](const std::vector<ZipPart>& more, std::string_view words) {
    const std::string said = error_of(archive(more), {.loader = "npz"});
    CHECK_MESSAGE(said.find(words) != said.npos, words << " is not in: " << said);
  };
  refused({x, {"y.npy", npy_file<double>("<f8", {1, 2, 3})}}, "y has 3 entries, but the matrix has 2 rows");
  refused({x, {"y.npy", npy_file<double>("<f8", {1, 2}, {1, 2})}}, "y has 2 dimensions");
  refused({x, nor}, "vertex 0 has the coordinates 1.5 and nan");
  refused({{"lon.npy", npy_file<double>("<f8", {1, 200})}, {"lat.npy", npy_file<double>("<f8", {1, 2})}},
          "vertex 1 lies at longitude 200");
  refused({x, {"y.npy", npy_file<char>("|b1", {1, 0})}}, "y has entries of type");
}

TEST_CASE("archives keep coordinates") {
  const Scratch scratch;
  for (const bool geographic : {false, true}) {
    LoadedGraph graph = graph_of<std::int32_t>(3, {{0, 1, 7}, {2, 0, 5}});
    graph.coordinates = {{{1, 2}, {NAN, NAN}, {-3.25, 4}}, geographic};
    save(graph, scratch.path() / "x.npz", "npz");
    CHECK(places(load(scratch.path() / "x.npz")) == places(graph));
  }
}

}  // namespace
}  // namespace wayfront::host
