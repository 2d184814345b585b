// The reference answer for plugins: Bellman-Ford in rounds, written to be obviously correct.
#pragma once

#include <cstdint>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::host::conformance {

enum class Kind : std::uint8_t { distances, negative_cycle, overflow };

/// What a plugin must find. `distances` counts only with Kind::distances.
template <WeightType W>
struct Reference {
  Kind kind = Kind::distances;
  std::vector<W> distances;
};

/// W must be the graph's weight type. Integers are summed in twice their bits; floats like in algorithms, rounding each
/// sum.
template <WeightType W>
Reference<W> solve_plainly(const Graph& graph, Vertex source);

}  // namespace wayfront::host::conformance
