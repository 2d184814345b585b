#include "load/beside/graph_coordinates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "files/input.hpp"
#include "load/coordinates.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

bool are_on_globe(const std::vector<Point>& points) {
  constexpr double max_longitude = 180 * units_per_degree, max_latitude = 90 * units_per_degree;
  return std::ranges::all_of(
      points, [](const Point& it) { return std::abs(it.x) <= max_longitude && std::abs(it.y) <= max_latitude; });
}

/// Whether they are millionths of a degree, as in the 9th DIMACS challenge: whole numbers that become places on the
/// globe, not all of them within a degree of longitude and latitude 0, where other coordinates would be, too.
bool look_like_microdegrees(const std::vector<Point>& points) {
  bool far = false;
  for (const Point& it : points) {
    if (it.x != std::floor(it.x) || it.y != std::floor(it.y)) return false;
    far = far || std::abs(it.x) > units_per_degree || std::abs(it.y) > units_per_degree;
  }
  return far && are_on_globe(points);
}

void give(FilePoints found, std::string_view file, LoadedGraph& loaded) {
  if (found.degrees && !are_on_globe(found.points))
    throw UserError(ExitCode::input,
                    fmt::format("{}: a comment says 'c degrees', but not all coordinates are places on the globe in "
                                "millionths of a degree, up to 180000000 and 90000000; 'c plane' is for others",
                                file));
  const bool geographic = found.degrees || (!found.plane && look_like_microdegrees(found.points));
  const bool guessed = !found.degrees && !found.plane;
  if (geographic)
    for (Point& it : found.points) it = {it.x / units_per_degree, it.y / units_per_degree};
  loaded.coordinates = {std::move(found.points), geographic};
  loaded.reading.push_back(fmt::format("coordinates are those of {}, {}",
                                       std::filesystem::path(file).filename().string(),
                                       geographic ? "millionths of a degree"
                                       : guessed  ? "in a plane; a comment line 'c degrees' would say that they are "
                                                    "millionths of a degree"
                                                  : "in a plane"));
}

}  // namespace

void add_coordinates(const GraphRequest& request, Input* input, Vertex vertices, LoadedGraph& loaded) {
  if (!request.coordinates.empty())
    return give(read_points(*open_input(request.coordinates), vertices, loaded.ids), request.coordinates.string(),
                loaded);
  if (loaded.coordinates || input == nullptr || loaded.ids.kind() == VertexIds::Kind::names) return;
  try {
    Input* const beside = input->beside(".co");
    if (beside != nullptr) give(read_points(*beside, vertices, loaded.ids), beside->name(), loaded);
  } catch (const UserError& error) {
    loaded.notes.push_back(fmt::format("the coordinates beside it are not used: {}", error.what()));
  } catch (const BadInput& error) {
    loaded.notes.push_back(fmt::format("the coordinates beside it are not used: {}", error.what()));
  }
}

}  // namespace wayfront::host
