#include "maps/isochrone_file.hpp"

#include <nlohmann/json.hpp>

#include "../../test.hpp"
#include "placed_graph.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

using Json = nlohmann::json;
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

Written write(const LoadedGraph& loaded, std::vector<std::int32_t> distances, IsochroneQuestion question = {},
              std::span<const Vertex> labels = {}) {
  TextFile file;
  if (question.vertices == 0) question.vertices = static_cast<Vertex>(distances.size());
  IsochroneFile isochrone(loaded, question, file);
  isochrone.take(0, output_of(distances), labels);
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
  const std::vector<Vertex> labels = {0, 1, 2};
  const Written nearest = write(with_source, {0, 0, 0}, {.vertices = 2}, labels);
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
  IsochroneFile isochrone(loaded, {.several_sources = true, .to_sources = true, .vertices = 4}, file);
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

}  // namespace
}  // namespace wayfront::host
