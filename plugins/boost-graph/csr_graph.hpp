// A CsrView as a graph of Boost.Graph, without a copy: the traits and free functions that VertexListGraph,
// IncidenceGraph and EdgeListGraph ask for. An edge is its source and its position in the arrays, as in Boost's own
// compressed_sparse_row_graph. For the plugins whose algorithm is Boost's.
#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>
#include <utility>

#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::bgl {

/// Boost's closed_plus with the sum that never wraps.
struct Extend {
  template <WeightType W>
  W operator()(W distance, W weight) const {
    return saturating_add(distance, weight);
  }
};

template <OffsetType O>
struct Edge {
  Vertex source;
  O position;
  friend bool operator==(const Edge&, const Edge&) = default;
};

template <OffsetType O>
class OutEdgeIterator
    : public boost::iterator_facade<OutEdgeIterator<O>, Edge<O>, boost::forward_traversal_tag, Edge<O>> {
 public:
  OutEdgeIterator() = default;
  explicit OutEdgeIterator(Edge<O> edge) : edge_(edge) {}

 private:
  friend class boost::iterator_core_access;
  Edge<O> dereference() const { return edge_; }
  void increment() { ++edge_.position; }
  bool equal(const OutEdgeIterator& other) const { return edge_.position == other.edge_.position; }

  Edge<O> edge_{};
};

/// Boost finds the functions below by the namespace of this type.
template <WeightType W, OffsetType O>
struct CsrGraph : CsrView<W, O> {
  explicit CsrGraph(const CsrView<W, O>& view) : CsrView<W, O>(view) {}
};

template <WeightType W, OffsetType O>
std::pair<boost::counting_iterator<Vertex>, boost::counting_iterator<Vertex>> vertices(const CsrGraph<W, O>& graph) {
  return {boost::counting_iterator<Vertex>(0), boost::counting_iterator<Vertex>(graph.vertices)};
}

template <WeightType W, OffsetType O>
Vertex num_vertices(const CsrGraph<W, O>& graph) {
  return graph.vertices;
}

template <WeightType W, OffsetType O>
std::pair<OutEdgeIterator<O>, OutEdgeIterator<O>> out_edges(Vertex u, const CsrGraph<W, O>& graph) {
  return {OutEdgeIterator<O>({u, graph.begin(u)}), OutEdgeIterator<O>({u, graph.end(u)})};
}

template <WeightType W, OffsetType O>
O out_degree(Vertex u, const CsrGraph<W, O>& graph) {
  return graph.degree(u);
}

template <WeightType W, OffsetType O>
Vertex source(const Edge<O>& edge, const CsrGraph<W, O>&) {
  return edge.source;
}

template <WeightType W, OffsetType O>
Vertex target(const Edge<O>& edge, const CsrGraph<W, O>& graph) {
  return graph.targets[edge.position];
}

/// Over all edges, row by row; the source is found on the way.
template <OffsetType O>
class EdgeIterator : public boost::iterator_facade<EdgeIterator<O>, Edge<O>, boost::forward_traversal_tag, Edge<O>> {
 public:
  EdgeIterator() = default;
  /// The first edge of the graph with these offsets, or its end.
  EdgeIterator(const O* offsets, O position, O edges) : row_ends_(offsets + 1), edges_(edges) {
    edge_.position = position;
    if (position < edges) find_row();
  }

 private:
  friend class boost::iterator_core_access;
  Edge<O> dereference() const { return edge_; }
  void increment() {
    if (++edge_.position >= row_end_ && edge_.position < edges_) find_row();
  }
  bool equal(const EdgeIterator& other) const { return edge_.position == other.edge_.position; }
  void find_row() {
    while (row_ends_[edge_.source] <= edge_.position) ++edge_.source;
    row_end_ = row_ends_[edge_.source];
  }

  const O* row_ends_ = nullptr;
  O edges_ = 0;
  O row_end_ = 0;
  Edge<O> edge_{};
};

template <WeightType W, OffsetType O>
std::pair<EdgeIterator<O>, EdgeIterator<O>> edges(const CsrGraph<W, O>& graph) {
  return {EdgeIterator<O>(graph.offsets, 0, graph.edges), EdgeIterator<O>(graph.offsets, graph.edges, graph.edges)};
}

template <WeightType W, OffsetType O>
O num_edges(const CsrGraph<W, O>& graph) {
  return graph.edges;
}

/// A readable property map from an edge to its weight.
template <WeightType W, OffsetType O>
struct EdgeWeights {
  using value_type = W;
  using reference = W;
  using key_type = Edge<O>;
  using category = boost::readable_property_map_tag;
  const W* weights = nullptr;

  friend W get(const EdgeWeights& map, const Edge<O>& edge) { return map.weights[edge.position]; }
};

}  // namespace wayfront::bgl

template <wayfront::WeightType W, wayfront::OffsetType O>
struct boost::graph_traits<wayfront::bgl::CsrGraph<W, O>> {
  using vertex_descriptor = wayfront::Vertex;
  using edge_descriptor = wayfront::bgl::Edge<O>;
  using vertices_size_type = wayfront::Vertex;
  using edges_size_type = O;
  using degree_size_type = O;
  using vertex_iterator = boost::counting_iterator<wayfront::Vertex>;
  using out_edge_iterator = wayfront::bgl::OutEdgeIterator<O>;
  using edge_iterator = wayfront::bgl::EdgeIterator<O>;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  struct traversal_category : public virtual boost::vertex_list_graph_tag,
                              public virtual boost::incidence_graph_tag,
                              public virtual boost::edge_list_graph_tag {};

  static vertex_descriptor null_vertex() { return wayfront::no_vertex; }
};
