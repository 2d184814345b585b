// What is asked from each of many sources.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "certify/question.hpp"
#include "certify/reduced/reduced_row.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

struct Scope {
  double limit = std::numeric_limits<double>::infinity();  // distances above it are not wanted
  std::vector<Vertex> targets{};                           // the only vertices that are wanted; empty: all
  std::uint64_t count = 0;                                 // only this many nearest are wanted; 0: all
  std::optional<Reducing> reduce{};                        // no distances are wanted, only reductions of the rows

  /// Asked from this source; refers to the targets.
  Question question(Vertex source) const { return {source, limit, targets, count}; }
  /// Whether all distances are wanted.
  bool whole() const { return limit == std::numeric_limits<double>::infinity() && targets.empty() && count == 0; }
};

/// Throws UserError (usage) unless the limit is a distance that this type of weights can represent, or infinity.
void require_limit(double limit, WeightKind weights);

}  // namespace wayfront::host
