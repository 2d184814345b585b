// Nested dissection: a separator, the separators of the parts that it leaves, and so on, down to small parts.
#pragma once

#include <cstdint>
#include <vector>

#include "elimination.hpp"
#include "undirected_graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

struct TreeNode {
  std::uint32_t parent;  // no_node for the root, which is the first; a parent comes before its children
  std::uint32_t depth;
  bool is_leaf;
  std::vector<std::uint32_t> separator;  // of a leaf, all that it has
};

struct DissectionOptions {
  std::uint64_t seed;
  std::uint32_t leaf_size;  // parts up to this size are not cut any more
};

/// Of a graph and what its vertices carry. Every vertex is in one node, and edges join vertices of the same node or of
/// a node and its ancestor. Parts of one depth are cut on all threads; the result does not depend on how many.
std::vector<TreeNode> dissect(const UndirectedGraph& graph, const std::vector<std::uint32_t>& carried,
                              const DissectionOptions& options, RunContext& context);

/// Makes a tree over `elimination.kept` one over the whole core, by its vertices.
void put_back(std::vector<TreeNode>& tree, const Elimination& elimination, std::uint32_t core, std::uint32_t leaf_size);

}  // namespace wayfront::separators
