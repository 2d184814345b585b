// What is left of a road network when its trees and chains are removed, which is a third of it or so: the core.
//
// Vertices of degree one are removed again and again, then chains of vertices of degree two become edges of the core.
// Nothing here depends on weights; removed_weights.hpp works them in.
#pragma once

#include <cstdint>
#include <vector>

#include "undirected_graph.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

/// Between `from` and `to`, core vertices that may be the same, lie `length` vertices of Skeleton::chain_vertices.
struct Chain {
  Vertex from;
  Vertex to;
  std::uint32_t start;
  std::uint32_t length;
};

struct Skeleton {
  UndirectedGraph support;            // of the whole graph
  std::vector<Vertex> tree_vertices;  // in the order of their removal
  std::vector<Vertex> tree_parents;   // the neighbour that was left, for each of them
  std::vector<Vertex> chain_vertices;
  std::vector<Chain> chains;
  std::vector<Vertex> core;            // ascending
  std::vector<std::uint32_t> core_id;  // by vertex, its place in `core`; no_vertex where removed
  UndirectedGraph graph;               // of the core, by place; chains are edges
  std::vector<std::uint32_t> carried;  // vertices that hang on each one of the core, itself included
};

/// A component that is a tree leaves one vertex in the core, and one that is a ring, too. A vertex without neighbours is
/// removed, and is on none of the lists.
Skeleton skeleton_of(UndirectedGraph support, const RunContext& context);

}  // namespace wayfront::separators
