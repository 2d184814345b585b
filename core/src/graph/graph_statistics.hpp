// What `wayfront info` tells of a graph beside its format: the figures by which papers describe their inputs.
#pragma once

#include <cstdint>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

struct DegreeStatistics {
  double mean = 0;
  double deviation = 0;  // of all vertices, not of a sample
  std::uint64_t most = 0;
  std::uint64_t mode = 0;  // the commonest degree, of equally common ones the smallest
  Vertex mode_count = 0;   // vertices of that degree
  Vertex zeros = 0;        // vertices without arcs on this side
  /// [0] counts the vertices of degree 0, [k] those of 2^(k-1) .. 2^k - 1 arcs.
  std::vector<Vertex> histogram{};
};

/// Bounds of the diameter, in arcs, of the largest weak component with directions ignored: from breadth-first searches,
/// each from a vertex that the one before found farthest away (Magnien, Latapy and Habib, 2009).
struct DiameterBounds {
  Vertex least = 0;  // the largest eccentricity seen
  Vertex most = 0;   // twice the smallest one, or `least` where that is less
  Vertex from = 0;   // two vertices that far apart
  Vertex to = 0;
};

/// As for graph_statistics().
DiameterBounds diameter_bounds(const Graph& graph, bool directed, RunContext& context);

struct GraphStatistics {
  DegreeStatistics out, in;
  std::uint64_t self_loops = 0;
  std::uint64_t parallel_arcs = 0;  // arcs that could go, leaving one of each source and target
  std::uint64_t zero_weights = 0;
  std::uint64_t negative_weights = 0;
  Vertex components = 0;         // weak ones
  Vertex largest_component = 0;  // vertices in the largest
  DiameterBounds diameter{};
  /// Whether every path of at most n - 1 arcs has a length that the weight type holds; true for floats.
  bool any_distance_fits = true;
};

/// `directed` false: each arc is there in both directions. The result does not depend on the number of threads. Takes,
/// besides the graph, its transpose where it is directed. Throws std::bad_alloc; Cancelled.
GraphStatistics graph_statistics(const Graph& graph, bool directed, RunContext& context);

}  // namespace wayfront::host
