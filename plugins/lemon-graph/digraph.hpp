// A graph of the host as LEMON's StaticDigraph, and the host's arrays as LEMON's maps. For the plugins whose algorithm
// is LEMON's.
//
// LEMON copies the arcs: a StaticDigraph holds four integers for each arc and two for each vertex. Weights and
// distances are the host's own arrays. LEMON's ids are int, so a graph with more vertices or arcs is refused.
#pragma once

#include <lemon/core.h>
#include <lemon/static_graph.h>

#include <boost/iterator/transform_iterator.hpp>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "../boost-graph/csr_graph.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::lemon_graph {

using Digraph = lemon::StaticDigraph;
using Node = Digraph::Node;
using Arc = Digraph::Arc;

inline Node node_of(Vertex v) { return Digraph::node(static_cast<int>(v)); }
inline Vertex vertex_of(Node node) { return static_cast<Vertex>(Digraph::index(node)); }

/// Node v of the digraph is vertex v, and arc i the i-th of the CSR. Throws Unsupported where an id would not fit.
template <WeightType W, OffsetType O>
std::unique_ptr<Digraph> digraph_of(const CsrView<W, O>& view) {
  constexpr auto max = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
  if (view.vertices >= max || view.edges >= max)
    throw Unsupported("LEMON numbers vertices and arcs with int, so a graph can have at most " +
                      std::to_string(max - 1) + " of each; use another plugin");
  auto digraph = std::make_unique<Digraph>();
  const auto ends = [targets = view.targets](const bgl::Edge<O>& edge) {
    return std::pair(static_cast<int>(edge.source), static_cast<int>(targets[edge.position]));
  };
  const auto [begin, end] = edges(bgl::CsrGraph<W, O>(view));
  digraph->build(static_cast<int>(view.vertices), boost::make_transform_iterator(begin, ends),
                 boost::make_transform_iterator(end, ends));
  return digraph;
}

/// The out-degrees of a CSR of either offset kind.
class Degrees {
 public:
  explicit Degrees(const std::uint32_t* offsets) : narrow_(offsets) {}
  explicit Degrees(const std::uint64_t* offsets) : wide_(offsets) {}
  std::uint64_t of(Vertex u) const {
    return narrow_ != nullptr ? narrow_[u + 1] - narrow_[u] : wide_[u + 1] - wide_[u];
  }

 private:
  const std::uint32_t* narrow_ = nullptr;
  const std::uint64_t* wide_ = nullptr;
};

/// Weights as a map of lengths.
template <WeightType W>
struct Lengths {
  using Key = Arc;
  using Value = W;
  const W* weights = nullptr;

  W operator[](Arc arc) const { return weights[Digraph::index(arc)]; }
};

/// A row of the output as a map of distances.
template <WeightType W>
struct Distances {
  using Key = Node;
  using Value = W;
  W* values = nullptr;

  W operator[](Node node) const { return values[Digraph::index(node)]; }
  void set(Node node, W distance) { values[Digraph::index(node)] = distance; }
};

/// LEMON's operations with the sum that never wraps.
template <WeightType W>
struct Operations {
  using Value = W;
  static W zero() { return W{0}; }
  static W infinity() { return unreached<W>; }
  static W plus(W distance, W weight) { return saturating_add(distance, weight); }
  static bool less(W a, W b) { return a < b; }
};

}  // namespace wayfront::lemon_graph
