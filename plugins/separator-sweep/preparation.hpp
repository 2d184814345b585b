// The symbolic half: from a graph to a structure, without a look at a weight.
#pragma once

#include "layout.hpp"
#include "skeleton.hpp"
#include "structure.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

struct PreparationOptions {
  std::int64_t seed;
  std::int64_t leaf_size;
  std::int64_t max_memory;
};

struct Preparation {
  Skeleton skeleton;
  Structure structure;
  Prediction prediction;
};

/// Throws Unsupported for a graph that is no road network, with the figures by which that was decided.
Preparation prepare_structure(const Graph& graph, const PreparationOptions& options, RunContext& context);

}  // namespace wayfront::separators
