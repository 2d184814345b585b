// What decides between plugins, of a graph and its sources: sizes, and an estimate of how deep and how far a search goes.
#pragma once

#include <span>

#include "wayfront/graph.hpp"

namespace wayfront::chooser {

struct GraphFigures {
  double vertices = 0, arcs = 0;
  double reached = 0, reached_arcs = 0;  // by a search from the mean source
  double levels = 1;                     // of a breadth-first search
  /// The power of its depth by which a search grows: about 2 on roads and grids; 8 and more where it grows by factors.
  double growth = 1;
  double scatter = 0;    // the share of arcs that lead far away in memory
  double ascending = 0;  // the share of vertices that a search found from one with a smaller id
  double hub = 0;        // arcs of the widest row that was seen
  /// The share of vertices, among those with 2 to 16 arcs, whose neighbours have arcs to each other, in 15 of 16 pairs. Such
  /// vertices can be eliminated with few new arcs, so that a graph with many of them has small separators.
  double simplicial = 0;
  bool whole = true;  // the weights, as far as they were seen, so that their sums are not rounded

  double degree() const { return arcs / (vertices < 1 ? 1 : vertices); }
};

/// Searches from at most three of `sources`: the first that gets far until it has seen some thousand arcs, the others some
/// hundred; together about 0.05 ms where the graph is in a cache. Without sources it starts somewhere in the middle.
GraphFigures figures_of(const Graph& graph, std::span<const Vertex> sources);

}  // namespace wayfront::chooser
