// Makes a graph on which something fails smaller, as long as it fails: delta debugging over sources, targets, arcs,
// vertices and weights. No randomness: the same graph and the same failures give the same result, unless time ends it.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "wayfront/function_ref.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

template <WeightType W>
struct FailingGraph {
  Vertex vertices = 0;
  std::vector<Arc<W>> arcs;
  std::vector<Vertex> sources;    // at least one; like targets, they are never dropped as vertices
  std::vector<Vertex> targets{};  // if there are any, one stays
};

struct ShrinkBounds {
  std::size_t trials = 2000;
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

struct ShrinkEffort {
  std::size_t trials = 0;
  bool cut_short = false;  // by the bounds: it may be possible to go on
};

/// Makes `graph`, which fails, smaller in place. `fails` says whether another graph does, in the same way. At the end
/// no arc, vertex, source or target can be dropped alone, and no weight made 0, 1 or half, unless it was cut short.
template <WeightType W>
ShrinkEffort shrink(FailingGraph<W>& graph, FunctionRef<bool(const FailingGraph<W>&)> fails,
                    const ShrinkBounds& bounds = {});

}  // namespace wayfront::host
