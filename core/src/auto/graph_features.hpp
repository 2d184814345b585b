// What decides between plugins, of one graph and a source: sizes, weights, and an estimate of how deep and how far a
// search goes.
#pragma once

#include <span>

#include "wayfront/graph.hpp"

namespace wayfront::host {

struct GraphFeatures {
  double vertices = 0, arcs = 0;
  WeightKind weights = WeightKind::int32;
  double min_weight = 0, max_weight = 0, mean_weight = 0;
  bool sampled = false;  // whether the fields below were measured
  double reached = 0, reached_arcs = 0;
  double levels = 1;  // of a breadth-first search from the source
  double growth =
      1;  // the power of its depth by which a search grows: about 2 on roads and grids; 8 and more: by factors
  double scatter = 0;   // the share of arcs that lead far away in memory
  double distance = 0;  // how far the ids at the ends of an arc are apart: the mean of log2(1 + difference)
  double skew = 1;      // the largest out-degree seen, by the mean one
  double leaves = 0;    // the share of the vertices seen that have at most one arc out
  double spread = 0;    // of the weights: the mean of |log2(weight / mean weight)|, each at most 8
};

/// Searches from at most three of `sources` until it has seen some thousand arcs, which takes at most about 0.05 ms in all
/// if the graph is in a cache, and several times as long if it is not. The reach is that of the mean source, all else
/// of the one that got farthest. Without sources it starts somewhere in the middle.
GraphFeatures features_of(const Graph& graph, std::span<const Vertex> sources);

}  // namespace wayfront::host
