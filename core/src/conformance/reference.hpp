// The plain answer that plugins are compared with: Bellman-Ford by rounds, written to be obviously right.
#pragma once

#include <cstdint>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::host::conformance {

enum class Kind : std::uint8_t { distances, negative_cycle, overflow };

/// What a plugin has to find. `distances` counts only with Kind::distances.
template <WeightType W>
struct Reference {
  Kind kind = Kind::distances;
  std::vector<W> distances;
};

/// W must be the graph's weight type. Integers are summed up in 64 bits; floats as algorithms do it, rounding each sum.
template <WeightType W>
Reference<W> solve_plainly(const Graph& graph, Vertex source);

}  // namespace wayfront::host::conformance
