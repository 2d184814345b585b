// From a separator tree to the arrays of structure.hpp: few steps, numbered positions, boundaries.
#pragma once

#include <cstdint>
#include <vector>

#include "separator_tree.hpp"
#include "skeleton.hpp"
#include "structure.hpp"

namespace wayfront::separators {

/// A tree of a dozen levels becomes one of about four: a node whose subtree is as large as its parent's, by the classes
/// of `merge`, becomes part of the parent. That costs few more entries, and saves a GPU most of its barriers.
std::vector<TreeNode> merged(std::vector<TreeNode> tree);

/// What the numbers will need, known before they are computed.
struct Prediction {
  std::uint64_t table_entries = 0;
  std::uint64_t inner_entries = 0;
  std::uint64_t waiting_entries = 0;  // between children and parents, at most at any time
  std::uint64_t max_front = 0;        // rows of the largest matrix
  double operations = 0;              // additions with a comparison
};

/// Numbers the core by the nodes of `tree`, whose vertices are places in skeleton.core.
Structure structure_of(const Skeleton& skeleton, const std::vector<TreeNode>& tree);
Prediction predict(const Structure& structure);

}  // namespace wayfront::separators
