#include "graph/graph_statistics.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "graph/rows_view.hpp"
#include "graph/steps/rows.hpp"

namespace wayfront::host {
namespace {

/// Disjoint sets for several threads (Anderson and Woll, STOC 1991, simplified): a root is attached only to a smaller
/// one, so the root of a set is its smallest vertex, in any order.
class DisjointSets {
 public:
  explicit DisjointSets(Vertex* parents) : parents_(parents) {}

  Vertex root_of(Vertex v) {
    for (;;) {
      const Vertex parent = at(v).load(std::memory_order_relaxed);
      if (parent == v) return v;
      const Vertex next = at(parent).load(std::memory_order_relaxed);
      if (next == parent) return parent;
      at(v).store(next, std::memory_order_relaxed);  // halves the path; any ancestor is correct
      v = next;
    }
  }

  void unite(Vertex u, Vertex v) {
    while (true) {
      u = root_of(u);
      v = root_of(v);
      if (u == v) return;
      if (u < v) std::swap(u, v);
      Vertex expected = u;
      if (at(u).compare_exchange_strong(expected, v, std::memory_order_relaxed)) return;
    }
  }

 private:
  std::atomic_ref<Vertex> at(Vertex v) { return std::atomic_ref(parents_[v]); }
  Vertex* parents_;
};

}  // namespace

Components weak_components(const AnyCsr& csr, RunContext& context) {
  const ArcsView view = arcs_view(csr);
  const Vertex vertices = view.vertices;
  Components found;
  found.first = make_big_array<Vertex>(vertices);
  DisjointSets sets(found.first.get());
  using steps::for_each_vertex;
  for_each_vertex(vertices, context, [&](Vertex v) { found.first[v] = v; });
  for_each_vertex(vertices, context, [&](Vertex u) {
    for (auto e = view.begin(u); e < view.end(u); ++e) sets.unite(u, view.targets[e]);
  });
  for_each_vertex(vertices, context,
                  [&](Vertex v) { std::atomic_ref(found.first[v]).store(sets.root_of(v), std::memory_order_relaxed); });

  auto sizes = make_big_array<Vertex>(vertices);
  std::fill_n(sizes.get(), vertices, 0);
  for (Vertex v = 0; v < vertices; ++v) ++sizes[found.first[v]];
  for (Vertex v = 0; v < vertices; ++v) {
    found.count += sizes[v] != 0 ? 1 : 0;
    if (sizes[v] <= found.largest_size) continue;
    found.largest = v;
    found.largest_size = sizes[v];
  }
  return found;
}

}  // namespace wayfront::host
