// What `wayfront info` shows of a graph besides its format: the figures with which papers describe their inputs.
#pragma once

#include <cstdint>
#include <vector>

#include "base/big_array.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

struct DegreeStatistics {
  double mean = 0;
  double deviation = 0;  // of all vertices, not of a sample
  std::uint64_t max = 0;
  std::uint64_t mode = 0;  // the most frequent degree; the smallest of equally frequent ones
  Vertex mode_count = 0;   // vertices of that degree
  Vertex zeros = 0;        // vertices without arcs on this side
  /// [0] counts the vertices of degree 0, [k] those with 2^(k-1) .. 2^k - 1 arcs.
  std::vector<Vertex> histogram{};
};

/// Bounds of the diameter, in arcs, of the largest weak component with directions ignored: from breadth-first searches,
/// each from a vertex that the previous one found farthest away (Magnien, Latapy and Habib, 2009).
struct DiameterBounds {
  Vertex min = 0;   // the largest eccentricity seen
  Vertex max = 0;   // twice the smallest one, at most the size of the component - 1
  Vertex from = 0;  // two vertices that far apart
  Vertex to = 0;
};

/// As for graph_statistics().
DiameterBounds diameter_bounds(const Graph& graph, bool directed, RunContext& context);

struct ArcCounts {
  std::uint64_t self_loops = 0;
  std::uint64_t parallel_arcs = 0;  // arcs beyond the first of each source and target
  std::uint64_t zero_weights = 0;
  std::uint64_t negative_weights = 0;
};

struct GraphStatistics : ArcCounts {
  DegreeStatistics out, in;
  Vertex components = 0;         // weak ones
  Vertex largest_component = 0;  // vertices in the largest
  DiameterBounds diameter{};
  /// Whether path_bound() shows that every distance fits the weight type; true for floats.
  bool any_distance_fits = true;
};

/// `directed` false: the graph has each arc in both directions. The result does not depend on the number of threads.
/// Memory: the graph and, if it is directed, its transpose. Throws std::bad_alloc; Cancelled.
GraphStatistics graph_statistics(const Graph& graph, bool directed, RunContext& context);

// Weakly connected components: which vertices are connected if the direction of arcs is ignored.
struct Components {
  BigArray<Vertex> first;  // for each vertex, the first vertex of its component
  Vertex count = 0;
  /// The first vertex of the largest component, of the first one if sizes are equal; 0 without vertices.
  Vertex largest = 0;
  Vertex largest_size = 0;  // vertices in it
};

/// The same for any number of threads. Throws std::bad_alloc; Cancelled.
Components weak_components(const AnyCsr& csr, RunContext& context);

}  // namespace wayfront::host
