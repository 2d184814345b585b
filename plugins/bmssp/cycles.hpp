// A graph in which each vertex has at most two arcs out and two in (section 2 of the paper), for the same distances.
#pragma once

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/status.hpp"

namespace wayfront::bmssp {

/// Each vertex as a cycle of arcs of weight 0 through itself, a vertex for each arc out of it and one for each arc into
/// it. (The paper has one for each neighbour; parallel arcs make no difference to the degree.) Vertices keep their
/// numbers; the ends of arc a are n + a and n + m + a.
template <WeightType W>
class CycleGraph {
 public:
  template <OffsetType O>
  explicit CycleGraph(const CsrView<W, O>& csr) {
    const std::uint64_t n = csr.vertices, m = csr.edges, vertices = n + 2 * m;
    if (vertices >= no_vertex)
      throw Unsupported("bmssp: degree = \"cycle\" makes a vertex of each end of an arc: " + std::to_string(vertices) +
                        " are too many; use degree = \"as is\"");
    std::vector<Vertex> next(vertices);  // along the cycle
    std::iota(next.begin(), next.end(), Vertex{0});
    const auto join = [&](Vertex v, std::uint64_t end) {
      next[end] = next[v];
      next[v] = static_cast<Vertex>(end);
    };
    for (Vertex v = 0; v < n; ++v)
      for (std::uint64_t arc = csr.begin(v); arc < csr.end(v); ++arc) {
        join(v, n + arc);
        join(csr.targets[arc], n + m + arc);
      }
    offsets_.push_back(0);
    for (std::uint64_t v = 0; v < vertices; ++v) {
      if (next[v] != v) add(next[v], W{0});
      if (v >= n && v < n + m) add(static_cast<Vertex>(v + m), csr.weights[v - n]);
      offsets_.push_back(targets_.size());
    }
    view_ = {static_cast<Vertex>(vertices), targets_.size(), offsets_.data(), targets_.data(), weights_.data()};
  }

  const CsrView<W, std::uint64_t>& view() const { return view_; }

 private:
  void add(Vertex target, W weight) {
    targets_.push_back(target);
    weights_.push_back(weight);
  }
  std::vector<std::uint64_t> offsets_;
  std::vector<Vertex> targets_;
  std::vector<W> weights_;
  CsrView<W, std::uint64_t> view_;
};

}  // namespace wayfront::bmssp
