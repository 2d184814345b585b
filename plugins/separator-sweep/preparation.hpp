// The symbolic half: from a graph to a structure, without a look at a weight.
#pragma once

#include "layout.hpp"
#include "skeleton.hpp"
#include "structure.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

struct PreparationOptions {
  std::int64_t seed = 1;  // where searches for separators start; no option, because no seed is better on all graphs
  std::int64_t leaf_size;
  std::int64_t max_memory;
};

struct Preparation {
  Skeleton skeleton;
  Structure structure;
  Prediction prediction;
  bool is_complete = false;
};

/// Fills `result`, with the same options each time; false where nothing was computed, because it has the structure of
/// such a graph already, from an earlier call (it joined the same vertices, or more, whatever the weights and
/// directions), or because an earlier run kept that of the same rows. A note for the reports says which. Throws Unsupported for a
/// graph that is not like a road network, with the figures by which that was decided, and Cancelled.
bool prepare_structure(const Graph& graph, const PreparationOptions& options, Preparation& result, RunContext& context);

}  // namespace wayfront::separators
