#include <nlohmann/json.hpp>

#include "../../test.hpp"
#include "answers/shortest_path.hpp"
#include "maps/geojson.hpp"
#include "maps/isochrone_file.hpp"
#include "maps/map_page.hpp"
#include "placed_graph.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace map_files_test {

using Json = nlohmann::json;

Json path_of(const LoadedGraph& loaded, const std::vector<PathArc>& arcs, const std::vector<ExactWeight>& until) {
  return path_geojson(loaded, 0, arcs, until);
}

TEST_CASE("a path is a line, longitude first, and two points") {
  const LoadedGraph loaded = placed<std::int32_t>({{0, 1, 5}, {1, 2, 6}}, {{8, 50}, {8.5, 50.25}, {9, 51}});
  const Json json = path_of(loaded, {{0, 1, 5, 0}, {1, 2, 6, 1}}, {5, 11});
  CHECK(json["type"] == "FeatureCollection");
  CHECK(json["graph"]["geographic"] == true);
  REQUIRE(json["features"].size() == 3);
  const Json& line = json["features"][0];
  CHECK(line["geometry"] == Json::parse(R"({"type":"LineString","coordinates":[[8.0,50.0],[8.5,50.25],[9.0,51.0]]})"));
  CHECK(line["properties"]["vertices"] == Json::parse("[1,2,3]"));
  CHECK(line["properties"]["distances"] == Json::parse("[0,5,11]"));
  CHECK(line["properties"]["distance"].dump() == "11");
  CHECK_FALSE(line["properties"].contains("vertices_without_coordinates"));
  CHECK(json["features"][1]["properties"]["end"] == "start");
  CHECK(json["features"][2]["geometry"]["coordinates"] == Json::parse("[9.0,51.0]"));
  CHECK(json["features"][2]["properties"]["distance"] == 11);
}

TEST_CASE("a path of one vertex has no line") {
  const Json json = path_of(placed<float>({}, {{8, 50}}), {}, {});
  CHECK(json["features"][0]["geometry"].is_null());
  CHECK(json["features"][0]["properties"]["to"] == 1);
  CHECK(json["features"][2]["geometry"]["type"] == "Point");
}

TEST_CASE("vertices whose places are not known are left out and counted") {
  const LoadedGraph loaded = placed<std::int32_t>({{0, 1, 1}, {1, 2, 1}}, {{8, 50}, {NAN, NAN}, {9, 51}}, false);
  const Json json = path_of(loaded, {{0, 1, 1, 0}, {1, 2, 1, 1}}, {1, 2});
  CHECK(json["features"][0]["geometry"]["coordinates"].size() == 2);
  CHECK(json["features"][0]["properties"]["vertices_without_coordinates"] == 1);
  CHECK(json["features"][0]["properties"]["geographic"] == false);
  const LoadedGraph less = placed<std::int32_t>({{0, 1, 1}}, {{NAN, NAN}, {9, 51}});
  const Json other = path_of(less, {{0, 1, 1, 0}}, {1});
  CHECK(other["features"][0]["geometry"].is_null());
  CHECK(other["features"][1]["geometry"].is_null());
}

TEST_CASE("lines are cut at the antimeridian") {
  const std::vector<Point> east = {{179, 10}, {-179, 20}}, west = {{-179.5, 0}, {179.5, 1}, {179, 1}};
  CHECK(line_geometry(east, true) ==
        Json::parse(
            R"({"type":"MultiLineString","coordinates":[[[179.0,10.0],[180.0,15.0]],[[-180.0,15.0],[-179.0,20.0]]]})"));
  CHECK(
      line_geometry(west, true) ==
      Json::parse(
          R"({"type":"MultiLineString","coordinates":[[[-179.5,0.0],[-180.0,0.5]],[[180.0,0.5],[179.5,1.0],[179.0,1.0]]]})"));
  CHECK(line_geometry(east, false)["type"] == "LineString");
}

TEST_CASE("coordinates none of which is known are as good as missing") {
  const LoadedGraph loaded = placed<float>({}, {{NAN, NAN}});
  CHECK(contains(refusal_by(ExitCode::input, [&] { require_coordinates(loaded, "--geojson"); }),
                 "the coordinates of no vertex are known"));
}

constexpr std::int32_t none = unreached<std::int32_t>;

/// "1-2:5 2-3:11" of lines, "1:0 2:5" of points.
std::string shown(const Json& json, const std::string& type) {
  std::string all;
  for (const Json& it : json["features"]) {
    if (it["geometry"]["type"] != type) continue;
    const Json& properties = it["properties"];
    all += all.empty() ? "" : " ";
    all += type == "Point" ? properties["id"].dump() : properties["near"].dump() + '-' + properties["far"].dump();
    all += ':' + properties["distance"].dump();
  }
  return all;
}

struct Written {
  Json json;
  std::uint64_t points, lines, unknown;
};

Written write(const LoadedGraph& loaded, std::vector<std::int32_t> distances, const Question& question = {},
              Vertex source = 0, std::span<const Vertex> tree = {}) {
  TextFile file;
  IsochroneFile isochrone(loaded, question, 1, file);
  isochrone.take(source, output_of(distances), tree);
  isochrone.finish();
  return {Json::parse(file.text), isochrone.points(), isochrone.lines(), isochrone.unknown()};
}

/// 1 -> 2 -> 3 -> 4 with the weights 5, 6, 7, both ways between 1 and 2, parallel arcs and a loop.
LoadedGraph chain() {
  return placed<std::int32_t>({{0, 1, 5}, {0, 1, 9}, {1, 0, 5}, {1, 1, 0}, {1, 2, 6}, {2, 3, 7}, {3, 0, 1}},
                              {{8, 50}, {8.5, 50}, {9, 50}, {9.5, 50}});
}

TEST_CASE("points and lines of what is reached, each line once") {
  const Written all = write(chain(), {0, 5, 11, 18});
  CHECK(shown(all.json, "Point") == "1:0 2:5 3:11 4:18");
  CHECK(shown(all.json, "LineString") == "1-2:5 1-4:18 2-3:11 3-4:18");
  CHECK(all.points == 4);
  CHECK(all.lines == 4);
  CHECK(all.json["graph"]["limit"].is_null());
  CHECK(all.json["graph"]["direction"] == "from");
}

TEST_CASE("a line beyond the limit is left out, even between reached vertices") {
  const Written part = write(chain(), {0, 5, 11, none}, {.limit = 12});
  CHECK(shown(part.json, "Point") == "1:0 2:5 3:11");
  CHECK(shown(part.json, "LineString") == "1-2:5 2-3:11");
  CHECK(part.json["graph"]["limit"] == 12);
  const LoadedGraph detour = placed<std::int32_t>({{0, 1, 1}, {0, 2, 1}, {1, 2, 3}}, {{0, 0}, {1, 1}, {2, 2}});
  CHECK(shown(write(detour, {0, 1, 1}, {.limit = 2}).json, "LineString") == "1-2:1 1-3:1");
}

TEST_CASE("vertices without a place are counted, virtual ones are not drawn") {
  LoadedGraph loaded = chain();
  loaded.coordinates = {{{8, 50}, {NAN, NAN}, {9, 50}, {9.5, 50}}, true};
  const Written some = write(loaded, {0, 5, 11, 18});
  CHECK(shown(some.json, "Point") == "1:0 3:11 4:18");
  CHECK(shown(some.json, "LineString") == "1-4:18 3-4:18");
  CHECK(some.unknown == 1);
  const LoadedGraph with_source =
      placed<std::int32_t>({{0, 1, 5}, {2, 0, 0}, {2, 1, 0}}, {{8, 50}, {9, 50}, {NAN, NAN}});
  const std::vector<Vertex> tree = {2, 2, no_vertex};
  const Written nearest = write(with_source, {0, 0, 0}, {.nearest = true}, 2, tree);
  CHECK(shown(nearest.json, "Point") == "1:0 2:0");
  CHECK(nearest.json["features"][1]["properties"]["nearest"] == 2);
  CHECK(nearest.unknown == 0);
}

TEST_CASE("nothing reached is a collection without features") {
  const LoadedGraph one = placed<std::int32_t>({}, {{1, 1}});
  CHECK(write(one, {none}).json["features"].empty());
}

TEST_CASE("of several sources each feature says which") {
  TextFile file;
  const LoadedGraph loaded = chain();
  const Question question{.reversed = true};
  IsochroneFile isochrone(loaded, question, 2, file);
  std::vector<std::int32_t> first = {0, none, none, none}, second = {none, none, 0, 7};
  isochrone.take(0, output_of(first), {});
  isochrone.take(2, output_of(second), {});
  isochrone.finish();
  const Json json = Json::parse(file.text);
  REQUIRE(json["features"].size() == 4);
  CHECK(json["features"][0]["properties"]["source"] == 1);
  CHECK(json["features"][3]["properties"]["source"] == 3);
  CHECK(json["graph"]["direction"] == "to");
}

using Lines = std::vector<std::pair<Vertex, Vertex>>;

TEST_CASE("a plane keeps its proportions, on a grid that is fine compared with its lines") {
  const MapSheet sheet = map_sheet({{10, 100}, {10, 200}, {60, 100}}, false, Lines{{0, 1}});
  CHECK(sheet.left == 10);
  CHECK(sheet.bottom == 100);
  CHECK(sheet.step == doctest::Approx(100.0 / 64));
  CHECK(sheet.x == std::vector<std::int64_t>{0, 0, 32});
  CHECK(sheet.y == std::vector<std::int64_t>{0, 64, 0});
}

TEST_CASE("Mercator's projection: a degree of latitude at 60 degrees is as long as two at the equator") {
  const MapSheet sheet = map_sheet({{0, 0}, {1, 0}, {0, 1}, {0, 60}, {0, 61}}, true, Lines{{0, 1}});
  const double degree = static_cast<double>(sheet.x[1]);
  CHECK(static_cast<double>(sheet.y[2]) / degree == doctest::Approx(1).epsilon(0.02));
  CHECK(static_cast<double>(sheet.y[4] - sheet.y[3]) / degree == doctest::Approx(2.03).epsilon(0.02));
  const MapSheet poles = map_sheet({{0, -90}, {0, 90}}, true, Lines{{0, 1}});
  CHECK(poles.bottom == doctest::Approx(-180));
  CHECK(poles.y[1] == 64);
}

TEST_CASE("what lies on both sides of the antimeridian is put together") {
  const MapSheet fiji = map_sheet({{179, -17}, {-179, -17}}, true, Lines{{0, 1}});
  CHECK(fiji.left == 179);
  CHECK(fiji.x == std::vector<std::int64_t>{0, 64});
  const MapSheet world = map_sheet({{-100, 0}, {-20, 0}, {20, 0}, {100, 0}}, true, Lines{{1, 2}});
  CHECK(world.left < 0);
}

TEST_CASE("sheets without an extent") {
  CHECK(map_sheet({}, true, Lines{}).x.empty());
  const MapSheet point = map_sheet({{5, 5}, {5, 5}}, false, Lines{{0, 1}});
  CHECK(point.step == 1);
  CHECK(point.x == std::vector<std::int64_t>{0, 0});
  const MapSheet huge = map_sheet({{-1.7e308, 0}, {1.7e308, 0}}, false, Lines{{0, 1}});
  CHECK(huge.x[0] == 0);
}

}  // namespace map_files_test
}  // namespace wayfront::host
