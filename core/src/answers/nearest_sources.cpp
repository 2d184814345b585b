#include "answers/nearest_sources.hpp"

namespace wayfront::host {

std::vector<Vertex> nearest_sources(std::span<const Vertex> tree, Vertex root) {
  std::vector<Vertex> labels(tree.size(), no_vertex);
  for (Vertex start = 0; start < tree.size(); ++start) {
    // Up to a vertex whose label is known, or below the root; an unreached vertex has no way up.
    Vertex top = start;
    while (labels[top] == no_vertex && tree[top] != no_vertex && tree[top] != root) top = tree[top];
    if (tree[top] == no_vertex) continue;
    const Vertex label = tree[top] == root ? top : labels[top];
    for (Vertex v = start; labels[v] == no_vertex; v = tree[v]) {
      labels[v] = label;
      if (v == top) break;
    }
  }
  labels.resize(root);
  return labels;
}

}  // namespace wayfront::host
