#include "graph/places/vertex_points.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace wayfront::host {
namespace {

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
  CHECK(fault({0, 90.5}, true).find("not on the globe") != std::string::npos);
  for (const bool geographic : {false, true}) {
    CHECK(fault({infinity, 0}, geographic).find("not two finite numbers") != std::string::npos);
    CHECK(fault({0, NAN}, geographic).find("not two finite numbers") != std::string::npos);
    CHECK(fault({NAN, 0}, geographic).find("not two finite numbers") != std::string::npos);
  }
}

}  // namespace
}  // namespace wayfront::host
