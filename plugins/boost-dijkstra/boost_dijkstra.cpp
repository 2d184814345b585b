// boost-dijkstra computes shortest distances from one source with Boost.Graph, on the host's CSR arrays as they are.
//
// It is the baseline that other algorithms are compared with, and a second opinion on their answers: nothing of the
// algorithm is ours. Boost's dijkstra_shortest_paths is a best-first search with an indirect 4-ary heap of vertices
// (decrease-key, a heap index per vertex) and a two-bit colour per vertex. The variant without a colour map keeps the
// same heap and tells undiscovered vertices by their infinite distance. heap = "relaxed" puts Boost's relaxed heap under
// the same search, as dijkstra_shortest_paths had it in earlier versions: the baseline of older papers.
//
// Deviations: integer sums saturate at `unreached` instead of wrapping; the visitor counts and looks for cancellation.
//
// Reference: E. W. Dijkstra, A note on two problems in connexion with graphs, Numerische Mathematik 1 (1959);
// J. Siek, L.-Q. Lee, A. Lumsdaine, The Boost Graph Library, 2002.

// Boost calls the header of its relaxed heap deprecated.
#ifndef BOOST_ALLOW_DEPRECATED_HEADERS
#define BOOST_ALLOW_DEPRECATED_HEADERS
#endif

#include <algorithm>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>
#include <boost/graph/two_bit_color_map.hpp>
#include <boost/pending/indirect_cmp.hpp>
#include <boost/pending/relaxed_heap.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstdint>
#include <functional>

#include "../boost-graph/csr_graph.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

/// Boost copies visitors, so what this one counts lies outside of it.
class RunVisitor : public boost::dijkstra_visitor<> {
 public:
  RunVisitor(Work& work, const RunContext& context) : work_(&work), context_(&context) {}

  template <class G>
  void examine_vertex(Vertex u, const G& graph) {
    constexpr std::uint64_t often = 8192;  // vertices between two looks at the clock
    if (++work_->settled % often == 0) context_->throw_if_cancelled();
    work_->relaxed += graph.degree(u);
  }
  template <class Edge, class G>
  void edge_relaxed(const Edge&, const G&) {
    ++work_->improved;
  }
  template <class G>
  void discover_vertex(Vertex, const G&) {
    ++work_->pushed;
  }

 private:
  Work* work_;
  const RunContext* context_;
};

/// Boost's search with its relaxed heap in place of the 4-ary one.
template <WeightType W, OffsetType O>
void search_with_relaxed_heap(const bgl::CsrGraph<W, O>& graph, const bgl::EdgeWeights<W, O>& weights, Vertex source,
                              W* distances, const RunVisitor& visitor) {
  using Index = boost::typed_identity_property_map<Vertex>;
  using Nearer = boost::indirect_cmp<W*, std::less<W>>;
  using Heap = boost::relaxed_heap<Vertex, Nearer, Index>;
  const Index index;
  std::fill_n(distances, graph.vertices, unreached<W>);
  distances[source] = W{0};
  boost::dummy_property_map predecessors;
  Heap heap(graph.vertices, Nearer(distances, std::less<W>()), index);
  const boost::detail::dijkstra_bfs_visitor<RunVisitor, Heap, bgl::EdgeWeights<W, O>, boost::dummy_property_map, W*,
                                            bgl::Extend, std::less<W>>
      relaxes(visitor, heap, weights, predecessors, distances, bgl::Extend(), std::less<W>(), W{0});
  boost::two_bit_color_map<Index> colors(graph.vertices, index);
  boost::breadth_first_visit(graph, source, heap, relaxes, colors);
}

class BoostDijkstra {
 public:
  static constexpr PluginAbout about{
      .name = "boost-dijkstra",
      .version = "1.0.0",
      .summary = "Boost.Graph's Dijkstra with its 4-ary heap: the sequential baseline.",
      .reference = "J. Siek, L.-Q. Lee, A. Lumsdaine, The Boost Graph Library, Addison-Wesley 2002",
      .capabilities = capability::any_weights | capability::exact_work};

  enum class Heap : std::uint8_t { four_ary, relaxed };
  struct Options {
    Heap heap;
  };
  static constexpr NamedValue<Heap> heaps[] = {{"4-ary", Heap::four_ary}, {"relaxed", Heap::relaxed}};
  static constexpr OptionRow rows[] = {
      choice<&Options::heap>("heap", Heap::four_ary, heaps,
                             "Boost's heap of today, or the relaxed heap of earlier versions, which older papers "
                             "measured; it needs a colour map.")};

  explicit BoostDijkstra(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext&) { graph_ = &graph; }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    visit<about.capabilities>(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
      const bgl::CsrGraph<W, O> graph(view);
      const bgl::EdgeWeights<W, O> weights{view.weights};
      const boost::typed_identity_property_map<Vertex> index;
      W* const distances = output.distances_as<W>().data();
      const boost::dummy_property_map predecessors;
      Work work;
      const RunVisitor visitor(work, context);
      if (options_.heap == Heap::relaxed)
        search_with_relaxed_heap(graph, weights, problem.source, distances, visitor);
      else
        boost::dijkstra_shortest_paths_no_color_map(graph, problem.source, predecessors, distances, weights, index,
                                                    std::less<W>(), bgl::Extend(), unreached<W>, W{0}, visitor);
      output.work = work;
    });
  }

 private:
  Options options_;
  const Graph* graph_ = nullptr;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::BoostDijkstra)
