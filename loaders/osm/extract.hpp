// The roads of an OpenStreetMap file, as libosmium reads them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "roads.hpp"
#include "wayfront/run.hpp"

namespace wayfront::osm {

/// Two neighbours on a way.
struct Piece {
  std::uint64_t from = 0, to = 0;  // ids of nodes
  std::uint64_t millimetres = 0;
  double kmh = 0;
  bool forward = false, backward = false;
};

/// Longitude and latitude in degrees, or NaN where the file has no such node.
struct Place {
  double lon = std::numeric_limits<double>::quiet_NaN(), lat = std::numeric_limits<double>::quiet_NaN();
};

struct Extract {
  std::vector<Piece> pieces;          // without those whose nodes are not in the file
  std::vector<std::uint64_t> nodes;   // of roads, ascending
  std::vector<Place> places;          // of these
  std::uint64_t ways = 0;             // that are roads
  std::uint64_t cut = 0;              // pieces left out, because a node is missing
  std::uint64_t missing_node = 0;     // one of those
  std::uint64_t restrictions = 0;     // relations that forbid or demand a turn
  std::uint64_t unknown_oneways = 0;  // ways
};

/// `format` is libosmium's, "pbf" or "xml". Throws BadInput with the place of `file`.
Extract read_extract(std::string_view content, const char* format, const std::string& file, const Speeds& speeds,
                     RunContext& context);

/// The great circle between two places in degrees.
double metres_between(double lon_a, double lat_a, double lon_b, double lat_b);

}  // namespace wayfront::osm
