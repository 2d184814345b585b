#include "layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace wayfront::separators {
namespace {

/// Vertices in the subtree of each node.
std::vector<std::uint64_t> subtree_sizes(const std::vector<TreeNode>& tree) {
  std::vector<std::uint64_t> sizes(tree.size());
  for (std::size_t node = tree.size(); node-- > 0;) {
    sizes[node] += tree[node].separator.size();
    if (tree[node].parent != no_node) sizes[tree[node].parent] += sizes[node];
  }
  return sizes;
}

/// Sizes of subtrees at which a new step begins, ascending. The root's own step begins where it has few enough
/// vertices, because its matrix costs their third power; the others are in between, at even ratios.
std::vector<std::uint64_t> step_bounds(const std::vector<TreeNode>& tree, const std::vector<std::uint64_t>& sizes) {
  constexpr double first_bound = 512;
  constexpr double max_ratio = 16;
  constexpr std::uint64_t max_root = 1280;
  const auto above = [&](double bound) {
    std::uint64_t sum = 0;
    for (std::size_t node = 0; node < tree.size(); ++node)
      if (!tree[node].is_leaf && static_cast<double>(sizes[node]) > bound) sum += tree[node].separator.size();
    return sum;
  };
  double last_bound = 8 * first_bound;
  while (above(last_bound) > max_root) last_bound *= 2;
  const int count = static_cast<int>(std::ceil(std::log(last_bound / first_bound) / std::log(max_ratio)));
  std::vector<std::uint64_t> bounds;
  for (int i = 0; i <= count; ++i)
    bounds.push_back(static_cast<std::uint64_t>(first_bound * std::pow(last_bound / first_bound, double(i) / count)));
  return bounds;
}

/// Nodes from the root, all of a step before the next step, and the children of a node side by side.
std::vector<std::uint32_t> breadth_first(const std::vector<TreeNode>& tree, std::vector<std::uint32_t>& first_child) {
  std::vector<std::uint32_t> starts(tree.size() + 1);
  for (const TreeNode& node : tree)
    if (node.parent != no_node) ++starts[node.parent + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  std::vector<std::uint32_t> children(tree.size());
  std::vector<std::uint32_t> ends(starts.begin(), starts.end() - 1);
  for (std::uint32_t node = 0; node < tree.size(); ++node)
    if (tree[node].parent != no_node) children[ends[tree[node].parent]++] = node;
  std::vector<std::uint32_t> order = {0};
  first_child.clear();
  for (std::size_t i = 0; i < order.size(); ++i) {
    first_child.push_back(static_cast<std::uint32_t>(order.size()));
    order.insert(order.end(), children.begin() + starts[order[i]], children.begin() + starts[order[i] + 1]);
  }
  first_child.push_back(static_cast<std::uint32_t>(order.size()));
  return order;
}

/// For each vertex its own position twice, or those between which it was removed.
void set_anchors(const Skeleton& skeleton, Structure& structure) {
  auto& anchors = structure.anchors;
  anchors.assign(std::size_t{2} * structure.vertices, structure.core);
  const auto& position = structure.position;
  for (Vertex v = 0; v < structure.vertices; ++v)
    if (position[v] != no_vertex) anchors[2 * std::size_t{v}] = anchors[2 * std::size_t{v} + 1] = position[v];
  for (const Chain& chain : skeleton.chains)
    for (std::uint32_t i = 0; i < chain.length; ++i) {
      const std::size_t v = skeleton.chain_vertices[chain.start + i];
      anchors[2 * v] = position[chain.from];
      anchors[2 * v + 1] = position[chain.to];
    }
  for (std::size_t i = skeleton.tree_vertices.size(); i-- > 0;)  // parents first
    for (std::size_t side = 0; side < 2; ++side)
      anchors[2 * std::size_t{skeleton.tree_vertices[i]} + side] =
          anchors[2 * std::size_t{skeleton.tree_parents[i]} + side];
}

/// Boundaries, from the leaves to the root, and the places of tables.
void set_boundaries(const Skeleton& skeleton, Structure& structure) {
  const auto nodes = static_cast<std::uint32_t>(structure.nodes.size());
  std::vector<std::vector<std::uint32_t>> boundaries(nodes);
  for (std::uint32_t x = nodes; x-- > 0;) {
    const Node& node = structure.nodes[x];
    auto& boundary = boundaries[x];
    for (std::uint32_t i = node.first; i < node.first + node.size; ++i)
      for (const std::uint32_t neighbour : skeleton.graph.row(skeleton.core_id[structure.vertex_at[i]])) {
        const std::uint32_t p = structure.position[skeleton.core[neighbour]];
        if (p < node.first) boundary.push_back(p);
      }
    for (std::uint32_t child = structure.children[x]; child < structure.children[x + 1]; ++child)
      for (const std::uint32_t p : boundaries[child])
        if (p < node.first) boundary.push_back(p);
    std::ranges::sort(boundary);
    const auto repeated = std::ranges::unique(boundary);
    boundary.erase(repeated.begin(), repeated.end());
  }
  for (std::uint32_t x = 0; x < nodes; ++x) {
    Node& node = structure.nodes[x];
    node.boundary_size = static_cast<std::uint32_t>(boundaries[x].size());
    node.boundary_start = structure.boundaries.size();
    node.table_start = structure.table_entries;
    node.inner_start = structure.inner_entries;
    structure.boundaries.insert(structure.boundaries.end(), boundaries[x].begin(), boundaries[x].end());
    structure.table_entries += std::uint64_t{node.boundary_size} * node.stride;
    structure.inner_entries += std::uint64_t{node.size} * node.stride;
    structure.max_size = std::max(structure.max_size, node.size);
    structure.max_boundary = std::max(structure.max_boundary, node.boundary_size);
  }
}

}  // namespace

std::vector<TreeNode> merged(std::vector<TreeNode> tree) {
  const auto sizes = subtree_sizes(tree);
  const auto bounds = step_bounds(tree, sizes);
  const auto class_of = [&](std::size_t node) {
    if (tree[node].is_leaf) return std::ptrdiff_t{-1};
    return std::ranges::lower_bound(bounds, sizes[node]) - bounds.begin();
  };
  std::vector<TreeNode> result;
  std::vector<std::uint32_t> place(tree.size());
  for (std::size_t node = 0; node < tree.size(); ++node) {
    const std::uint32_t parent = tree[node].parent;
    if (parent != no_node && class_of(node) == class_of(parent)) {
      place[node] = place[parent];
      auto& separator = result[place[node]].separator;
      separator.insert(separator.end(), tree[node].separator.begin(), tree[node].separator.end());
      continue;
    }
    place[node] = static_cast<std::uint32_t>(result.size());
    TreeNode copy = std::move(tree[node]);
    tree[node].is_leaf = copy.is_leaf;
    copy.parent = parent == no_node ? no_node : place[parent];
    copy.depth = parent == no_node ? 0 : result[copy.parent].depth + 1;
    result.push_back(std::move(copy));
  }
  return result;
}

Structure structure_of(const Skeleton& skeleton, const std::vector<TreeNode>& tree) {
  Structure structure;
  structure.vertices = skeleton.support.vertices();
  structure.core = static_cast<std::uint32_t>(skeleton.core.size());
  structure.position.assign(structure.vertices, no_vertex);
  const auto order = breadth_first(tree, structure.children);
  std::vector<std::uint32_t> place(tree.size());
  for (const std::uint32_t i : order) {
    const auto x = static_cast<std::uint32_t>(structure.nodes.size());
    place[i] = x;
    Node node{};
    node.first = static_cast<std::uint32_t>(structure.vertex_at.size());
    node.size = static_cast<std::uint32_t>(tree[i].separator.size());
    node.stride = (node.size + row_alignment - 1) / row_alignment * row_alignment;
    node.parent = tree[i].parent == no_node ? no_node : place[tree[i].parent];
    node.step = node.parent == no_node ? 0 : structure.nodes[node.parent].step + 1;
    if (node.step == structure.steps.size()) structure.steps.push_back(x);
    structure.nodes.push_back(node);
    structure.node_of.insert(structure.node_of.end(), node.size, x);
    for (const std::uint32_t v : tree[i].separator) {
      structure.position[skeleton.core[v]] = static_cast<std::uint32_t>(structure.vertex_at.size());
      structure.vertex_at.push_back(skeleton.core[v]);
    }
  }
  structure.steps.push_back(static_cast<std::uint32_t>(structure.nodes.size()));
  set_anchors(skeleton, structure);
  set_boundaries(skeleton, structure);
  return structure;
}

Prediction predict(const Structure& structure) {
  Prediction result;
  result.table_entries = structure.table_entries;
  result.inner_entries = structure.inner_entries;
  std::uint64_t waiting = 0;
  for (std::size_t step = structure.steps.size() - 1; step-- > 0;) {
    std::uint64_t made = 0;
    for (std::uint32_t x = structure.steps[step]; x < structure.steps[step + 1]; ++x) {
      const Node& node = structure.nodes[x];
      const std::uint64_t front = std::uint64_t{node.size} + node.boundary_size;
      made += std::uint64_t{node.boundary_size} * node.boundary_size;
      result.max_front = std::max(result.max_front, front);
      result.operations += static_cast<double>(node.size) * static_cast<double>(front) * static_cast<double>(front);
    }
    result.waiting_entries = std::max(result.waiting_entries, waiting + made);
    waiting = made;
  }
  return result;
}

}  // namespace wayfront::separators
