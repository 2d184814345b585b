// Finds a negative cycle in the predecessor graph, for methods that keep no tree: once improvements have gone round
// such a cycle, each of its vertices has its predecessor on it.
#pragma once

#include <algorithm>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront {

/// Puts a cycle of the parent graph into `cycle`, in the direction of the arcs, the first that is_wanted(cycle); returns
/// whether there is one, and otherwise leaves `cycle` empty. Every vertex is passed once: a walk up the parents ends at a
/// root, at an earlier walk, or in itself. `walks` is scratch.
template <class IsWanted>
bool find_predecessor_cycle(std::span<const Vertex> parents, std::span<Vertex> walks, std::pmr::vector<Vertex>& cycle,
                            const IsWanted& is_wanted) {
  std::ranges::fill(walks, no_vertex);
  for (Vertex start = 0; start < parents.size(); ++start) {
    Vertex v = start;
    for (; v != no_vertex && walks[v] == no_vertex; v = parents[v]) walks[v] = start;
    if (v == no_vertex || walks[v] != start) continue;
    cycle.assign(1, v);
    for (Vertex u = parents[v]; u != v; u = parents[u]) cycle.push_back(u);
    std::ranges::reverse(cycle);
    if (is_wanted(cycle)) return true;
  }
  cycle.clear();
  return false;
}

/// Any of them.
inline bool find_predecessor_cycle(std::span<const Vertex> parents, std::span<Vertex> walks,
                                   std::pmr::vector<Vertex>& cycle) {
  return find_predecessor_cycle(parents, walks, cycle, [](const auto&) { return true; });
}

/// When rounds look for such a cycle, and what they do with one. Used by one thread, between rounds.
class CycleSearch {
 public:
  /// `walks` is scratch of |V| entries. Without negative arcs there is nothing to find.
  CycleSearch(std::string_view plugin, bool negative, std::span<Vertex> walks, Output& output)
      : plugin_(plugin), negative_(negative), walks_(walks), output_(output), next_(output.vertices) {}

  /// Whether to search after this many relaxed arcs: each time their number has doubled. So finding a cycle takes at most
  /// twice as long as closing it, and the searches cost next to nothing.
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
                    std::string(plugin_) +
                        ": distances still fall after |V| rounds, but their predecessors form no cycle, because sums "
                        "of floats round; use integer weights");
  }

 private:
  std::string_view plugin_;
  bool negative_;
  std::span<Vertex> walks_;
  Output& output_;
  std::uint64_t next_;
};

}  // namespace wayfront
