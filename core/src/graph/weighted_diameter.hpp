// A lower bound of the diameter by weight, for `wayfront info`.
#pragma once

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// A lower bound of the weighted diameter, directions ignored: two vertices and their distance.
struct WeightedDiameter {
  double min = 0;  // exact for int32; for float32 summed in double
  Vertex from = 0;
  Vertex to = 0;
};

/// By a double sweep within the weak component of `start`: Dijkstra's algorithm from there, then from the farthest
/// vertex that it found. Weights must not be negative; `directed` false: the graph has each arc in both directions. One
/// thread. Throws std::bad_alloc; Cancelled.
WeightedDiameter weighted_diameter(const Graph& graph, bool directed, Vertex start, RunContext& context);

}  // namespace wayfront::host
