// boost-bellman-ford computes shortest distances from one source with Boost.Graph, negative weights allowed, on the
// host's CSR arrays as they are.
//
// It is the baseline that other algorithms for negative weights are compared with, and a second opinion on their
// answers. Boost's bellman_ford_shortest_paths relaxes every edge in rounds until one changes nothing, at most |V|
// times, and then looks for an edge that still shortens a path.
//
// Deviations: where Boost finds such an edge it says that there is a negative cycle, but not which; after |V| rounds
// that all changed something the predecessors contain one, so it is taken from there. Boost goes through all |V| rounds
// before it says so, and so does this plugin. Integer sums saturate at `unreached` instead of wrapping, and floats stop
// at the lowest value; the visitor counts and looks for cancellation.
//
// Reference: R. Bellman, On a routing problem, Quarterly of Applied Mathematics 16 (1958); J. Siek, L.-Q. Lee, A.
// Lumsdaine, The Boost Graph Library, 2002.

#include <algorithm>
#include <boost/graph/bellman_ford_shortest_paths.hpp>
#include <cstdint>
#include <functional>
#include <vector>

#include "../boost-graph/csr_graph.hpp"
#include "wayfront/cpu/predecessor_cycle.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

/// Boost copies visitors, so what this one counts lies outside of it. To cost next to nothing, it tells rounds and time
/// by the position of the edge.
class RunVisitor : public boost::bellman_visitor<> {
 public:
  RunVisitor(Work& work, const RunContext& context) : work_(&work), context_(&context) {}

  template <class Edge, class G>
  void examine_edge(const Edge& edge, const G&) {
    constexpr std::uint64_t often = 1U << 20;  // edges between two looks at the clock
    if (edge.position % often != 0) return;
    context_->throw_if_cancelled();
    if (edge.position == 0) ++work_->rounds;
  }
  template <class Edge, class G>
  void edge_relaxed(const Edge&, const G&) {
    ++work_->improved;
  }

 private:
  Work* work_;
  const RunContext* context_;
};

class BoostBellmanFord {
 public:
  static constexpr PluginAbout about{
      .name = "boost-bellman-ford",
      .version = "1.0.0",
      .summary = "Boost.Graph's Bellman-Ford, all edges a round: the baseline for negative weights.",
      .reference = "J. Siek, L.-Q. Lee, A. Lumsdaine, The Boost Graph Library, Addison-Wesley 2002",
      .capabilities =
          capability::any_weights | capability::negative_weights | capability::predecessors | capability::exact_work};

  void prepare(const Graph& graph, RunContext&) {
    graph_ = &graph;
    parents_.resize(graph.info().vertices);
    walks_.resize(graph.info().vertices);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    context.throw_if_cancelled();
    visit<about.capabilities>(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
      W* const distances = output.distances_as<W>().data();
      Vertex* const parents = output.predecessors != nullptr ? output.predecessors : parents_.data();
      std::fill_n(distances, view.vertices, unreached<W>);
      std::fill_n(parents, view.vertices, no_vertex);
      distances[problem.source] = W{0};
      bgl::CsrGraph<W, O> graph(view);  // not const: Boost would look for traits of the const type
      const bgl::EdgeWeights<W, O> weights{view.weights};
      Work work;
      const bool minimal = boost::bellman_ford_shortest_paths(graph, view.vertices, weights, parents, distances,
                                                              bgl::Extend(), std::less<W>(), RunVisitor(work, context));
      work.relaxed = work.rounds * view.edges;
      output.work = work;
      // A cycle, too, whose distances came to rest at the lowest value.
      if (graph_->info().min_weight < 0 && find_predecessor_cycle({parents, view.vertices}, walks_, output.cycle))
        output.outcome = Outcome::negative_cycle;
      else if (!minimal)
        throw Failure(
            StatusCode::failed,
            "boost-bellman-ford: distances still fall after |V| rounds, but their predecessors form no cycle");
    });
  }

 private:
  const Graph* graph_ = nullptr;
  std::vector<Vertex> parents_;
  std::vector<Vertex> walks_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::BoostBellmanFord)
