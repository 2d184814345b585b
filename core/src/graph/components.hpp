// Weakly connected components: which vertices are connected if the direction of arcs is ignored.
#pragma once

#include "base/big_array.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

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
