#include "answers/nearest_sources.hpp"

namespace wayfront::host {

std::vector<Vertex> nearest_sources(std::span<const Vertex> tree, Vertex root) {
  std::vector<Vertex> sources(root, no_vertex);
  std::vector<Vertex> path;
  for (Vertex v = 0; v < root; ++v) {
    Vertex u = v;
    for (; sources[u] == no_vertex && tree[u] != no_vertex && tree[u] != root; u = tree[u]) path.push_back(u);
    const Vertex source = sources[u] != no_vertex ? sources[u] : tree[u] == root ? u : no_vertex;
    sources[u] = source;
    for (const Vertex passed : path) sources[passed] = source;
    path.clear();
  }
  return sources;
}

}  // namespace wayfront::host
