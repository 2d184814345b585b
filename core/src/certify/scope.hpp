// What is asked from each source, besides the source itself.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::host {

struct Scope {
  double limit = std::numeric_limits<double>::infinity();  // distances above it are not wanted
  std::vector<Vertex> targets{};                           // the only vertices that are wanted; empty: all
  std::uint64_t count = 0;                                 // only the nearest so many are wanted; 0: all

  /// Whether all distances are wanted.
  bool whole() const { return limit == std::numeric_limits<double>::infinity() && targets.empty() && count == 0; }
};

/// Throws UserError (usage) unless the limit is a distance that this type of weights can represent, or infinity.
void require_limit(double limit, WeightKind weights);

}  // namespace wayfront::host
