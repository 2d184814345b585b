#include "maps/map_sheet.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace {

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

}  // namespace
}  // namespace wayfront::host
