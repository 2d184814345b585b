#include "maps/geojson.hpp"

#include <nlohmann/json.hpp>

#include "../../test.hpp"
#include "answers/shortest_path.hpp"
#include "placed_graph.hpp"

namespace wayfront::host {
namespace {

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

TEST_CASE("what says that coordinates are missing says what to do") {
  const auto said = [](const LoadedGraph& loaded) {
    return refusal_by(ExitCode::input, [&] { require_coordinates(loaded, "--geojson"); });
  };
  LoadedGraph none = placed<float>({}, {{0, 0}});
  CHECK(said(none).empty());
  none.coordinates = {};
  CHECK(contains(said(none), "--coordinates FILE.co"));
  CHECK(contains(said(placed<float>({}, {{NAN, NAN}})), "the coordinates of no vertex are known"));
  CHECK(plane_doubt(placed<float>({}, {{0, 0}})).empty());
  CHECK_FALSE(plane_doubt(placed<float>({}, {{0, 0}}, false)).empty());
}

}  // namespace
}  // namespace wayfront::host
