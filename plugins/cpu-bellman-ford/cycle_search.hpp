// When the variants look for a negative cycle among the predecessors, and what they do with one.
#pragma once

#include <cstdint>
#include <span>

#include "wayfront/cpu/predecessor_cycle.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cpu_bellman_ford {

/// Used by one thread, between rounds.
class CycleSearch {
 public:
  /// `walks` is scratch of |V| entries. Without negative arcs there is nothing to find.
  CycleSearch(bool negative, std::span<Vertex> walks, Output& output)
      : negative_(negative), walks_(walks), output_(output), next_(output.vertices) {}

  /// Whether to search after so many relaxed arcs: whenever they have doubled. So a cycle is found in at most twice the
  /// time that it took to close, and the searches cost next to nothing.
  bool due(std::uint64_t relaxed) {
    if (!negative_ || relaxed < next_) return false;
    next_ = 2 * relaxed;
    return true;
  }
  /// Puts a negative cycle into the output, if the predecessors form one. `parents()` gives them as a span.
  template <class Parents>
  bool find(Parents&& parents) {
    if (!negative_ || !find_predecessor_cycle(parents(), walks_, output_.cycle)) return false;
    output_.outcome = Outcome::negative_cycle;
    return true;
  }
  /// After |V| rounds, the last of which improved something: proof of a negative cycle, but for rounding.
  template <class Parents>
  void find_certain(Parents&& parents) {
    if (!find(parents))
      throw Failure(StatusCode::failed,
                    "cpu-bellman-ford: distances still fall after |V| rounds, but their predecessors form no cycle, "
                    "because sums of floats round; use integer weights");
  }

 private:
  bool negative_;
  std::span<Vertex> walks_;
  Output& output_;
  std::uint64_t next_;
};

}  // namespace wayfront::cpu_bellman_ford
