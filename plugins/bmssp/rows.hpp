// The arcs that a search reads: those of the host's graph, or of one in which each vertex has at most two arcs out and two
// in (section 2 of the paper).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/status.hpp"

namespace wayfront::bmssp {

/// Arcs by their first vertex, with offsets of either size, so that the search is compiled once for both.
template <WeightType W>
struct Rows {
  template <OffsetType O>
  explicit Rows(const CsrView<W, O>& csr)
      : vertices(csr.vertices),
        edges(csr.edges),
        targets(csr.targets),
        weights(csr.weights),
        offsets_(csr.offsets),
        is_wide_(sizeof(O) == 8) {}

  Vertex vertices;
  std::uint64_t edges;
  const Vertex* targets;
  const W* weights;

  std::uint64_t begin(Vertex u) const { return offset(u); }
  std::uint64_t end(Vertex u) const { return offset(std::uint64_t{u} + 1); }
  void prefetch_offset(Vertex u) const {
    __builtin_prefetch(static_cast<const char*>(offsets_) + (std::uint64_t{u} << (is_wide_ ? 3 : 2)));
  }

 private:
  std::uint64_t offset(std::uint64_t u) const {
    return is_wide_ ? static_cast<const std::uint64_t*>(offsets_)[u] : static_cast<const std::uint32_t*>(offsets_)[u];
  }
  const void* offsets_;
  bool is_wide_;
};

/// Each vertex as a cycle of arcs of weight 0 with one vertex for itself, one for each arc out of it and one for each arc
/// into it. (The paper has one for each neighbour; parallel arcs make no difference to the degree.) Vertex v of the graph
/// is first(v) here.
template <WeightType W>
class CycleGraph {
 public:
  template <OffsetType O>
  explicit CycleGraph(const CsrView<W, O>& csr) {
    const std::uint64_t vertices = csr.vertices + 2 * std::uint64_t{csr.edges};
    if (vertices >= no_vertex)
      throw Unsupported("bmssp: degree = \"cycle\" makes a vertex of each end of an arc: " + std::to_string(vertices) +
                        " are too many; use degree = \"as is\"");
    first_.assign(std::size_t{csr.vertices} + 1, 0);
    for (O arc = 0; arc < csr.edges; ++arc) ++first_[csr.targets[arc] + 1];
    for (Vertex v = 0; v < csr.vertices; ++v) first_[v + 1] += first_[v] + 1 + static_cast<Vertex>(csr.degree(v));

    // Rows: a vertex has its arc along the cycle, and one that stands for an arc of the graph has that one, too.
    const auto count = static_cast<Vertex>(vertices);
    offsets_.reserve(vertices + 1);
    offsets_.push_back(0);
    targets_.reserve(vertices + csr.edges);
    weights_.reserve(vertices + csr.edges);
    std::vector<Vertex> next(first_.begin(), first_.end() - 1);  // end of an arc into v
    for (Vertex v = 0; v < csr.vertices; ++v) next[v] += 1 + static_cast<Vertex>(csr.degree(v));
    for (Vertex v = 0; v < csr.vertices; ++v) {
      const Vertex first = first_[v], end = first_[v + 1];
      for (Vertex it = first; it < end; ++it) {
        if (end - first > 1) add(it + 1 < end ? it + 1 : first, W{0});
        if (it > first && it - first <= csr.degree(v)) {
          const O arc = csr.begin(v) + static_cast<O>(it - first - 1);
          add(next[csr.targets[arc]]++, csr.weights[arc]);
        }
        offsets_.push_back(targets_.size());
      }
    }
    view_ = {count, targets_.size(), offsets_.data(), targets_.data(), weights_.data()};
  }

  const CsrView<W, std::uint64_t>& view() const { return view_; }
  Vertex first(Vertex v) const { return first_[v]; }

 private:
  void add(Vertex target, W weight) {
    targets_.push_back(target);
    weights_.push_back(weight);
  }
  std::vector<Vertex> first_;
  std::vector<std::uint64_t> offsets_;
  std::vector<Vertex> targets_;
  std::vector<W> weights_;
  CsrView<W, std::uint64_t> view_;
};

}  // namespace wayfront::bmssp
