// What the three representations share during one solve: distances, parents, the rounds' book-keeping, and the search
// for negative cycles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "wayfront/cpu/predecessor_cycle.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/rounds.hpp"
#include "wayfront/run.hpp"

namespace wayfront::bellman_ford {

/// Arrays of one instance, |V| entries each, kept between solves.
struct Scratch {
  std::vector<Vertex> parents;
  std::vector<Vertex> walks;
};

template <WeightType W>
class RunState {
 public:
  /// Makes every vertex but the source unreached. Without `negative` weights there is no search for cycles.
  RunState(const Problem& problem, Output& output, RunContext& context, Scratch& scratch, bool negative)
      : distances_(output.distances_as<W>().data()),
        parents_(output.predecessors != nullptr ? output.predecessors : scratch.parents.data()),
        output_(output),
        context_(context),
        search_("bellman-ford", negative, scratch.walks, output),
        trace_(context) {
    std::fill_n(distances_, output.vertices, unreached<W>);
    std::fill_n(parents_, output.vertices, no_vertex);
    distances_[problem.source] = W{0};
  }

  W distance(Vertex v) const { return distances_[v]; }
  Vertex vertices() const { return output_.vertices; }
  Work& work() { return output_.work; }
  const RunContext& context() const { return context_; }

  /// Relaxes the arc u -> v for a distance of u that the caller holds; returns whether that lowered the distance of v.
  bool relax(Vertex u, W distance, Vertex v, W weight) {
    const W candidate = saturating_add(distance, weight);
    if (!(candidate < distances_[v])) return false;
    distances_[v] = candidate;
    parents_[v] = u;
    ++output_.work.improved;
    return true;
  }

  /// Ends a round that took `active` vertices. Returns true where the run must stop with a negative cycle: one that was
  /// due to be looked for, or one that improvements in round |V| prove.
  bool end_round(std::uint64_t active) {
    Work& work = output_.work;
    ++work.rounds;
    work.settled += active;
    trace_.end_round(work);
    context_.throw_if_cancelled();
    const bool improved = work.improved != std::exchange(improved_before_, work.improved);
    if (work.rounds >= output_.vertices && improved) {
      search_.find_certain([&] { return parents(); });
      return true;
    }
    return search_.due(work.relaxed) && search_.find([&] { return parents(); });
  }

  /// The last search, where nothing changes any more: a cycle whose distances stopped at the lowest value of the type.
  void finish() {
    search_.find([&] { return parents(); });
  }

 private:
  std::span<const Vertex> parents() const { return {parents_, output_.vertices}; }

  W* distances_;
  Vertex* parents_;
  Output& output_;
  RunContext& context_;
  CycleSearch search_;
  RoundTrace trace_;
  std::uint64_t improved_before_ = 0;  // at the end of the last round
};

}  // namespace wayfront::bellman_ford
