// One search of LEMON's Dijkstra with one of its heaps, for one type of weights.
//
// The loop is that of lemon::Dijkstra::start(), in LEMON's own steps, so that it can look for cancellation and end at
// a limit, when the targets are settled, or after enough vertices.
#pragma once

#include <lemon/dijkstra.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "../lemon-graph/digraph.hpp"
#include "wayfront/stopping.hpp"

namespace wayfront::lemon_dijkstra {

using lemon_graph::Arc;
using lemon_graph::Degrees;
using lemon_graph::Digraph;
using lemon_graph::Node;

/// For each node its place in the heap.
using Places = Digraph::NodeMap<int>;

/// A map of predecessor arcs that counts, and keeps the vertex that an arc leaves if somebody wants it.
struct Predecessors {
  using Key = Node;
  using Value = Arc;
  const Digraph* digraph = nullptr;
  Vertex* vertices = nullptr;
  std::uint64_t improved = 0;

  void set(Node node, Arc arc) {
    const bool known = arc != lemon::INVALID;
    improved += known ? 1 : 0;
    if (vertices != nullptr)
      vertices[Digraph::index(node)] = known ? lemon_graph::vertex_of(digraph->source(arc)) : no_vertex;
  }
};

/// How often the present search has compared two distances, where that is counted. LEMON relaxes by a static function.
inline thread_local std::uint64_t comparisons = 0;

/// The order of a heap's priorities, counted.
template <WeightType W>
struct CountingLess {
  bool operator()(W one, W other) const {
    ++comparisons;
    return one < other;
  }
};

/// Sums for a heap that takes priorities up to `max`; 0: any.
template <WeightType W, int max, bool counted>
struct Operations : lemon_graph::Operations<W> {
  static bool less(W one, W other) {
    if constexpr (counted) ++comparisons;
    return one < other;
  }
  static W plus(W distance, W weight) {
    const W sum = saturating_add(distance, weight);
    if constexpr (max != 0) {
      if (sum > max)
        throw Unsupported("this heap of LEMON takes paths up to the length " + std::to_string(max) +
                          ", and one here is " + std::to_string(sum) + " long; choose another for the option 'heap'");
    }
    return sum;
  }
};

template <WeightType W, class H, int max, bool counted>
struct Traits : lemon::DijkstraDefaultTraits<Digraph, lemon_graph::Lengths<W>> {
  using OperationTraits = Operations<W, max, counted>;
  using Heap = H;
  using PredMap = Predecessors;
  using DistMap = lemon_graph::Distances<W>;
  // LEMON wants to be able to make what it was not given. Search gives it all of these.
  static Heap* createHeap(Places&) { return nullptr; }
  static PredMap* createPredMap(const Digraph&) { return nullptr; }
  static DistMap* createDistMap(const Digraph&) { return nullptr; }
};

class Search {
 public:
  virtual ~Search() = default;
  virtual void solve(const Problem& problem, Output& output, RunContext& context) = 0;
};

/// `H` is the heap, with priorities up to `max`; 0: any. `counted`: it has CountingLess.
template <WeightType W, class H, int max = 0, bool counted = false>
class SearchOf final : public Search {
 public:
  /// Both must outlive it.
  SearchOf(const Digraph& digraph, const W* weights, Degrees degrees)
      : digraph_(digraph), lengths_{weights}, degrees_(degrees), places_(digraph), heap_(places_) {}

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    context.throw_if_cancelled();
    const std::span<W> row = output.distances_as<W>();
    std::ranges::fill(row, unreached<W>);
    lemon_graph::Distances<W> distances{row.data()};
    Predecessors predecessors{&digraph_, output.predecessors};
    lemon::Dijkstra<Digraph, lemon_graph::Lengths<W>, Traits<W, H, max, counted>> dijkstra(digraph_, lengths_);
    dijkstra.distMap(distances).predMap(predecessors).heap(heap_, places_);
    comparisons = 0;
    dijkstra.init();
    dijkstra.addSource(lemon_graph::node_of(problem.source));

    Stopping<W, W> stopping(problem, row.data());
    output.work = run(dijkstra, stopping, context);
    output.work.improved = predecessors.improved;
    output.work.own[0] = comparisons;
    stopping.write(output, 0);
    if (output.predecessors != nullptr) {
      for (Vertex v = 0; v < row.size(); ++v)  // what waits in the heap has one, too
        if (row[v] == unreached<W>) output.predecessors[v] = no_vertex;
    }
  }

 private:
  template <class Dijkstra>
  Work run(Dijkstra& dijkstra, Stopping<W, W>& stopping, const RunContext& context) {
    constexpr std::uint64_t often = 8192;  // vertices between two looks at the clock
    const bool may_end = stopping.may_stop() || stopping.is_limited();
    Work work;
    W settled{};  // the distance of the last one
    while (!dijkstra.emptyQueue()) {
      if (may_end) {
        const W next = heap_.prio();
        if (next > stopping.limit()) break;
        if (stopping.may_stop() && work.settled != 0 && next > settled && stopping.done(settled, work.settled)) break;
        settled = next;
      }
      const Vertex u = lemon_graph::vertex_of(dijkstra.processNextNode());
      work.relaxed += degrees_.of(u);
      if (++work.settled % often == 0) context.throw_if_cancelled();
    }
    work.pushed = work.settled + static_cast<std::uint64_t>(heap_.size());
    return work;
  }

  const Digraph& digraph_;
  lemon_graph::Lengths<W> lengths_;
  Degrees degrees_;
  Places places_;
  H heap_;
};

}  // namespace wayfront::lemon_dijkstra
