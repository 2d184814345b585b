#include <nlohmann/json.hpp>

#include "../../test.hpp"
#include "graph/places/vertex_points.hpp"
#include "graph/vertex_ids.hpp"

namespace wayfront::host {
namespace vertices_test {

TEST_CASE("ids from a first one on") {
  const VertexIds ids(5);
  CHECK(ids.kind() == VertexIds::Kind::range);
  CHECK(ids[3] == VertexId(8));
  CHECK(ids.text(3) == "8");
  CHECK(ids.find(8, 4) == Vertex{3});
  CHECK_FALSE(ids.find(4, 4));
  CHECK_FALSE(ids.find(9, 4));
  CHECK(ids.find(std::string_view("8"), 4) == Vertex{3});
  CHECK_FALSE(ids.find(std::string_view("8x"), 4));
  CHECK(ids.describe(4) == "5 .. 8");
  CHECK(ids.describe(0) == "none");
  CHECK(VertexIds::of_numbers({5, 6, 7, 8}).kind() == VertexIds::Kind::range);
  CHECK(VertexIds::of_numbers({5, 6, 7, 8}).first() == 5);
}

TEST_CASE("numbers with gaps, in order and not") {
  for (const VertexIds& ids : {VertexIds::of_numbers({2, 40, 41}), VertexIds::of_numbers({41, 2, 40})}) {
    CHECK(ids.kind() == VertexIds::Kind::numbers);
    for (Vertex v = 0; v < 3; ++v) {
      CHECK(ids.find(ids[v], 3) == v);
      CHECK(ids[v].number == ids.numbers()[v]);
    }
    for (const std::uint64_t absent : {0, 3, 39, 42}) CHECK_FALSE(ids.find(absent, 3));
    CHECK(ids.describe(3) == "2 .. 41, with gaps");
    CHECK(ids.text(7) == "number 7 (which it does not have)");
  }
}

TEST_CASE("names") {
  const VertexIds ids = VertexIds::of_names("Romea1 bis7", {4, 10, 11});
  CHECK(ids.kind() == VertexIds::Kind::names);
  CHECK(ids[0] == VertexId(std::string_view("Rome")));
  CHECK(ids.text(1) == "a1 bis");
  CHECK(ids.find(std::string_view("a1 bis"), 3) == Vertex{1});
  CHECK(ids.find(7, 3) == Vertex{2});
  CHECK_FALSE(ids.find(std::string_view("a1"), 3));
  CHECK(ids.describe(3) == "names: Rome, a1 bis, ...");
  const VertexIds hostile = VertexIds::of_names(
      "a\nb\x1b[2J"
      "d\xc3\xa4\xc2\x9b\x9b",
      {3, 8, 13});
  CHECK(hostile.text(0) == "a\\nb");
  CHECK(hostile.text(1) == "\\x1b[2Jd");
  CHECK(hostile.text(2) == "\xc3\xa4\\xc2\\x9b\\x9b");
  CHECK(hostile[0] == VertexId(std::string_view("a\nb")));
  CHECK(hostile.describe(3) == "names: a\\nb, \\x1b[2Jd, ...");
}

TEST_CASE("an id is a number or a string in JSON") {
  const nlohmann::json json = {VertexId(18'446'744'073'709'551'615U), VertexId(std::string_view("7"))};
  CHECK(json.dump() == "[18446744073709551615,\"7\"]");
  CHECK(json[0].get<VertexId>() == VertexId(18'446'744'073'709'551'615U));
  CHECK(json[1].get<VertexId>() == VertexId(std::string_view("7")));
  CHECK_THROWS_AS(nlohmann::json(true).get<VertexId>(), nlohmann::json::exception);
}

std::vector<std::string> texts_in_order(const VertexIds& ids, Vertex vertices) {
  std::vector<std::string> texts;
  if (ids.order().empty())
    for (Vertex v = 0; v < vertices; ++v) texts.push_back(ids.text(v));
  for (const Vertex v : ids.order()) texts.push_back(ids.text(v));
  return texts;
}

TEST_CASE("ids of some of the vertices, in another order") {
  using Texts = std::vector<std::string>;
  const std::vector<Vertex> chosen = {3, 0, 2};
  const VertexIds range = VertexIds(10).selected(chosen);
  CHECK(range.text(0) == "13");
  CHECK(range.find(10, 3) == Vertex{1});
  CHECK_FALSE(range.find(11, 3));
  CHECK(texts_in_order(range, 3) == Texts{"10", "12", "13"});
  CHECK(range.describe(3) == "10 .. 13, with gaps");
  CHECK(VertexIds(10).selected(std::vector<Vertex>{2, 1, 0}).describe(3) == "10 .. 12");
  CHECK(VertexIds(10).selected(std::vector<Vertex>{1, 2}).kind() == VertexIds::Kind::range);

  const VertexIds numbers = VertexIds::of_numbers({70, 5, 9, 8}).selected(chosen);
  CHECK(numbers.text(0) == "8");
  CHECK(texts_in_order(numbers, 3) == Texts{"8", "9", "70"});

  const VertexIds names = VertexIds::of_names("zoobarfoox", {3, 6, 9, 10}).selected(chosen);
  CHECK(names.text(0) == "x");
  CHECK(names.find(std::string_view("zoo"), 3) == Vertex{1});
  CHECK(texts_in_order(names, 3) == Texts{"zoo", "foo", "x"});  // as the input has them
  // Once more: places are still those of the input.
  const VertexIds again = names.selected(std::vector<Vertex>{2, 0});
  CHECK(again.text(0) == "foo");
  CHECK(texts_in_order(again, 2) == Texts{"foo", "x"});
  CHECK(texts_in_order(names.selected(std::vector<Vertex>{0, 1}), 2) == Texts{"zoo", "x"});
}

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST_CASE("points follow their vertices") {
  const VertexPoints none;
  CHECK_FALSE(none);
  CHECK_FALSE(none.selected(std::vector<Vertex>{1, 0}));
  CHECK_FALSE(none.with_another_vertex());
  const VertexPoints points({{1, 10}, {2, 20}, {NAN, NAN}}, true);
  REQUIRE(points);
  const VertexPoints turned = points.selected(std::vector<Vertex>{2, 0});
  CHECK(turned.geographic());
  REQUIRE(turned.points().size() == 2);
  CHECK_FALSE(is_known(turned[0]));
  CHECK(turned[1].y == 10);
  const VertexPoints more = points.with_another_vertex();
  REQUIRE(more.points().size() == 4);
  CHECK(more[1].x == 2);
  CHECK_FALSE(is_known(more[3]));
  CHECK(points.copied().points().data() != points.points().data());
  CHECK(points.copied()[1].x == 2);
}

TEST_CASE("a graph without vertices may have coordinates") {
  const VertexPoints points(std::vector<Point>{}, false);
  CHECK(points);
  CHECK(points.points().empty());
  CHECK(std::isnan(bounds_of(points.points()).min.x));
}

TEST_CASE("bounds leave out what is not known") {
  const std::vector<Point> points = {{NAN, NAN}, {3, -1}, {-2, 5}, {NAN, NAN}};
  const PointBounds bounds = bounds_of(points);
  CHECK(bounds.min.x == -2);
  CHECK(bounds.min.y == -1);
  CHECK(bounds.max.x == 3);
  CHECK(bounds.max.y == 5);
  CHECK(bounds.unknown == 2);
}

TEST_CASE("points that are not allowed") {
  const auto fault = [](Point second, bool geographic) {
    const std::vector<Point> points = {{0, 0}, second};
    const auto found = fault_in({points, geographic});
    if (found) CHECK(found->vertex == 1);
    return found ? found->what : std::string();
  };
  CHECK(fault({180, -90}, true).empty());
  CHECK(fault({NAN, NAN}, true).empty());
  CHECK(fault({1e9, -1e9}, false).empty());
  CHECK(fault({180.5, 0}, true).starts_with("lies at longitude 180.5 and latitude 0, which is not on the globe"));
  CHECK(contains(fault({0, 90.5}, true), "not on the globe"));
  for (const bool geographic : {false, true}) {
    CHECK(contains(fault({infinity, 0}, geographic), "not two finite numbers"));
    CHECK(contains(fault({0, NAN}, geographic), "not two finite numbers"));
    CHECK(contains(fault({NAN, 0}, geographic), "not two finite numbers"));
  }
}

}  // namespace vertices_test
}  // namespace wayfront::host
