// What the three representations share during one solve: distances, parents, the rounds' book-keeping, and the search
// for negative cycles.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "wayfront/cpu/predecessor_cycle.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
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
        walks_(scratch.walks),
        output_(output),
        context_(context),
        negative_(negative),
        next_search_(output.vertices) {
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

  /// Ends a round that took `active` vertices. Returns true where the run must stop with a negative cycle. The parent
  /// graph is searched whenever the work has doubled, so a cycle is found in at most twice the time that it took to
  /// close, and the searches cost next to nothing; and after round |V|, whose improvements prove that there is one.
  bool end_round(std::uint64_t active) {
    Work& work = output_.work;
    ++work.rounds;
    if (context_.tracing())
      context_.trace({.round = work.rounds,
                      .active = active,
                      .relaxed = work.relaxed - last_.relaxed,
                      .improved = work.improved - last_.improved,
                      .limit = std::numeric_limits<double>::infinity(),
                      .seconds = std::chrono::duration<double>(Clock::now() - start_).count()});
    const bool endless = work.rounds >= output_.vertices && work.improved != last_.improved;
    last_ = work;
    context_.throw_if_cancelled();
    if (endless) {
      if (!negative_ || !search())
        throw Failure(
            StatusCode::failed,
            "bellman-ford: distances still fall after |V| rounds, but their predecessors form no cycle, because "
            "sums of floats round; use integer weights");
      return true;
    }
    if (!negative_ || work.relaxed < next_search_) return false;
    next_search_ = 2 * work.relaxed;
    return search();
  }

  /// The last search, where nothing changes any more: a cycle whose distances stopped at the lowest value of the type.
  void finish() {
    if (negative_) search();
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool search() {
    if (!find_predecessor_cycle({parents_, output_.vertices}, walks_, output_.cycle)) return false;
    output_.outcome = Outcome::negative_cycle;
    return true;
  }

  W* distances_;
  Vertex* parents_;
  std::span<Vertex> walks_;
  Output& output_;
  RunContext& context_;
  bool negative_;
  std::uint64_t next_search_;  // once so many arcs were relaxed
  Work last_;                  // at the end of the last round
  Clock::time_point start_ = Clock::now();
};

}  // namespace wayfront::bellman_ford
