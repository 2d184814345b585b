// PathTree: the tree of the paths found so far, from which whole subtrees are taken out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::bellman_ford_tarjan {

/// The vertices of the tree stand in a ring in preorder, so a subtree is its root and the deeper ones that follow.
/// Taking it out costs one step per vertex, paid for by the step that put it in.
class PathTree {
 public:
  explicit PathTree(Vertex vertices) : nodes_(vertices) {}

  /// Leaves the root alone in it.
  void start(Vertex root) {
    std::ranges::fill(nodes_, Node{});
    nodes_[root] = {root, root, no_vertex, 1};
    root_ = root;
  }
  bool has(Vertex v) const { return nodes_[v].depth != outside; }
  Vertex parent(Vertex v) const { return nodes_[v].parent; }

  /// Takes v and all below it out, where v is in the tree, which `u` is. False where that meets u, so that an arc
  /// u -> v would close a cycle; then only the parents of the two and between them are still good.
  bool take_out(Vertex v, Vertex u) {
    if (v == u || v == root_) return false;
    Node& top = nodes_[v];
    Vertex x = top.next;
    for (; nodes_[x].depth > top.depth; x = nodes_[x].next) {
      if (x == u) return false;
      nodes_[x].depth = outside;
    }
    nodes_[top.previous].next = x;
    nodes_[x].previous = top.previous;
    top.depth = outside;
    return true;
  }

  /// Puts v, which is not in the tree, below u, which is.
  void put(Vertex v, Vertex u) {
    Node& parent = nodes_[u];
    nodes_[v] = {parent.next, u, u, parent.depth + 1};
    nodes_[parent.next].previous = v;
    parent.next = v;
  }

 private:
  static constexpr std::uint32_t outside = 0;

  struct Node {
    Vertex next = no_vertex;      // in preorder
    Vertex previous = no_vertex;  // in preorder
    Vertex parent = no_vertex;    // stays when the vertex is taken out
    std::uint32_t depth = outside;
  };

  std::vector<Node> nodes_;
  Vertex root_ = no_vertex;
};

}  // namespace wayfront::bellman_ford_tarjan
