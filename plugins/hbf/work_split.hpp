// How the vertices of a round are split among warps, and a warp's threads among its vertices.
#pragma once

#include <cstdint>

#include "wayfront/host_device.hpp"

namespace wayfront::hbf {

struct WorkSplit {
  bool scan;               // a warp spreads the arcs of its vertices evenly; else each vertex has a virtual warp
  unsigned min, max;       // threads of a virtual warp
  unsigned workload;       // vertices of a warp
  std::uint64_t resident;  // threads that the device holds at once

  /// Threads per vertex: the fewer vertices, the more.
  WAYFRONT_HD unsigned virtual_warp(std::uint64_t vertices, std::uint64_t threads) const {
    unsigned size = max;
    while (size > min && size * vertices > threads) size /= 2;
    return size;
  }
  WAYFRONT_HD unsigned virtual_warp(std::uint64_t vertices) const { return virtual_warp(vertices, resident); }
};

}  // namespace wayfront::hbf
