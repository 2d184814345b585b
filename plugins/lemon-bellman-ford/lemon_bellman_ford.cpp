// lemon-bellman-ford computes shortest distances from one source with LEMON's Bellman-Ford, negative weights allowed,
// on a copy of the graph as LEMON's StaticDigraph.
//
// It is an independent judge of negative cycles: rounds, distances and the cycle are LEMON's. A round relaxes the arcs
// of all vertices whose distance fell in the round before, with distances as they are at that moment (LEMON calls such
// a round weak). LEMON's negativeCycle() follows the predecessors of the vertices that wait.
//
// Deviations: LEMON's checkedStart() goes through |V| rounds before it says that there is a negative cycle. Here
// negativeCycle() is asked in between, each time that a few arcs per vertex have been relaxed since it was last asked,
// so that a cycle is found soon after it has formed. Integer sums saturate at `unreached` instead of wrapping, and
// floats stop at the lowest value; where a cycle has come to rest there, no vertex waits any more, and the cycle is
// taken from the predecessors.
//
// Reference: B. Dezső, A. Jüttner, P. Kovács, LEMON - an Open Source C++ Graph Template Library, Electronic Notes in
// Theoretical Computer Science 264 (2011); R. Bellman, On a routing problem, Quarterly of Applied Mathematics 16
// (1958).

#include <lemon/bellman_ford.h>
#include <lemon/path.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "../lemon-graph/digraph.hpp"
#include "wayfront/cpu/predecessor_cycle.hpp"
#include "wayfront/plugin.hpp"
#include "wayfront/rounds.hpp"

namespace wayfront {
namespace {

using lemon_graph::Arc;
using lemon_graph::Digraph;
using lemon_graph::Node;

/// Counts the arcs that are looked at, and looks for cancellation now and then: a round may take long.
class ArcClock {
 public:
  explicit ArcClock(const RunContext& context) : context_(context) {}
  void tick() {
    if (--left_ == 0) {
      left_ = often;
      passed_ += often;
      context_.throw_if_cancelled();
    }
  }
  std::uint64_t arcs() const { return passed_ + often - left_; }

 private:
  static constexpr std::uint64_t often = 1U << 20;
  const RunContext& context_;
  std::uint64_t left_ = often;
  std::uint64_t passed_ = 0;
};

/// LEMON reads one length for each arc that it looks at.
template <WeightType W>
struct Lengths : lemon_graph::Lengths<W> {
  ArcClock* clock = nullptr;

  W operator[](Arc arc) const {
    clock->tick();
    return lemon_graph::Lengths<W>::operator[](arc);
  }
};

/// A map of predecessor arcs, which counts those that are set.
struct PredecessorArcs {
  using Key = Node;
  using Value = Arc;
  std::span<Arc> arcs;
  std::uint64_t improved = 0;

  Arc operator[](Node node) const { return arcs[lemon_graph::vertex_of(node)]; }
  void set(Node node, Arc arc) {
    improved += arc != lemon::INVALID ? 1 : 0;
    arcs[lemon_graph::vertex_of(node)] = arc;
  }
};

template <WeightType W>
struct Traits : lemon::BellmanFordDefaultTraits<Digraph, Lengths<W>> {
  using OperationTraits = lemon_graph::Operations<W>;
  using PredMap = PredecessorArcs;
  using DistMap = lemon_graph::Distances<W>;
  // LEMON wants to be able to make what it was not given. It is given both.
  static PredMap* createPredMap(const Digraph&) { return nullptr; }
  static DistMap* createDistMap(const Digraph&) { return nullptr; }
};

template <WeightType W>
using Search = lemon::BellmanFord<Digraph, Lengths<W>, Traits<W>>;

class LemonBellmanFord {
 public:
  static constexpr PluginAbout about{
      .name = "lemon-bellman-ford",
      .version = "1.0.0",
      .summary = "LEMON's Bellman-Ford: an independent judge of negative cycles.",
      .reference = "B. Dezso, A. Juttner, P. Kovacs, Electronic Notes in Theoretical Computer Science 264 (2011)",
      .capabilities =
          capability::any_weights | capability::negative_weights | capability::predecessors | capability::exact_work};

  void prepare(const Graph& graph, RunContext&) {
    graph_ = &graph;
    visit<about.capabilities>(graph.csr(), [&](const auto& view) { digraph_ = lemon_graph::digraph_of(view); });
    arcs_.resize(graph.info().vertices);
    parents_.resize(graph.info().vertices);
    walks_.resize(graph.info().vertices);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    context.throw_if_cancelled();
    visit<about.capabilities>(graph_->csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
      ArcClock clock(context);
      const Lengths<W> lengths{{view.weights}, &clock};
      lemon_graph::Distances<W> distances{output.distances_as<W>().data()};
      PredecessorArcs predecessors{arcs_};
      Search<W> search(*digraph_, lengths);
      search.distMap(distances).predMap(predecessors);
      search.init();
      search.addSource(lemon_graph::node_of(problem.source));
      run(search, clock, output, context);
      if (output.outcome == Outcome::solved) finish(output);
    });
  }

 private:
  template <WeightType W>
  void run(Search<W>& search, const ArcClock& clock, Output& output, RunContext& context) const {
    RoundTrace trace(context);
    const bool may_cycle = graph_->info().min_weight < 0;
    const std::uint64_t vertices = graph_->info().vertices;
    std::uint64_t asked = 0;  // the arcs when negativeCycle() was last called
    output.work = Work();
    Work& work = output.work;
    for (bool done = false; !done && output.outcome == Outcome::solved;) {
      if (work.rounds == vertices)
        throw Failure(StatusCode::failed,
                      "lemon-bellman-ford: distances still fall after |V| rounds, but LEMON finds no negative cycle");
      const std::uint64_t active = waiting(search);
      done = search.processNextWeakRound();
      ++work.rounds;
      work.settled += active;
      work.relaxed = clock.arcs();
      work.improved = search.predMap().improved;
      trace.end_round(work);
      context.throw_if_cancelled();
      // The question costs a few steps per vertex.
      if (may_cycle && !done && (work.relaxed - asked > 4 * vertices || work.rounds == vertices)) {
        asked = work.relaxed;
        take_cycle(search.negativeCycle(), output);
      }
    }
    work.pushed = work.settled + waiting(search);
  }

  template <WeightType W>
  static std::uint64_t waiting(const Search<W>& search) {
    std::uint64_t count = 0;
    for (typename Search<W>::ActiveIt node(search); node != lemon::INVALID; ++node) ++count;
    return count;
  }

  void take_cycle(const lemon::Path<Digraph>& path, Output& output) const {
    if (path.empty()) return;
    output.cycle.clear();
    for (lemon::Path<Digraph>::ArcIt arc(path); arc != lemon::INVALID; ++arc)
      output.cycle.push_back(lemon_graph::vertex_of(digraph_->source(arc)));
    output.outcome = Outcome::negative_cycle;
  }

  /// Turns arcs into predecessors, and finds a cycle whose distances came to rest at the lowest value.
  void finish(Output& output) {
    const bool may_cycle = graph_->info().min_weight < 0;
    if (output.predecessors == nullptr && !may_cycle) return;
    Vertex* const parents = output.predecessors != nullptr ? output.predecessors : parents_.data();
    for (std::size_t v = 0; v < arcs_.size(); ++v)
      parents[v] = arcs_[v] == lemon::INVALID ? no_vertex : lemon_graph::vertex_of(digraph_->source(arcs_[v]));
    if (may_cycle && find_predecessor_cycle({parents, arcs_.size()}, walks_, output.cycle))
      output.outcome = Outcome::negative_cycle;
  }

  const Graph* graph_ = nullptr;
  std::unique_ptr<Digraph> digraph_;
  std::vector<Arc> arcs_;
  std::vector<Vertex> parents_;
  std::vector<Vertex> walks_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::LemonBellmanFord)
