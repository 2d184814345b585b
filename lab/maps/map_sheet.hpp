// Places on a map as on a sheet of paper: projected, in whole numbers on a fine grid.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

/// Places in units of `step` from `left` and `bottom`. Geographic ones are in Mercator's projection, in degrees of
/// longitude.
struct MapSheet {
  double left = 0, bottom = 0, step = 1;
  std::vector<std::int64_t> x, y;
};

/// `points` must be known. `lines` are pairs of their indices: the grid is fine compared with their lengths. Places on both
/// sides of the antimeridian are put together where that makes the sheet narrower.
MapSheet map_sheet(std::vector<Point> points, bool geographic, std::span<const std::pair<Vertex, Vertex>> lines);

}  // namespace wayfront::host
