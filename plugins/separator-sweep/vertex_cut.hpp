// The smallest set of vertices that separates two sets of vertices, by maximum flow on a graph whose vertices each carry
// one unit.
//
// A vertex carries at most one path, so the flow is a predecessor and a successor per vertex; edges have no state. Paths
// that augment the flow are searched for depth first, in the direction of a coordinate that leads from one side to the
// other, and in rounds: within a round, no state is looked at twice, as in Pothen and Fan's matching algorithm. On
// road networks a handful of rounds does, where Dinic's algorithm needs dozens.
#pragma once

#include <cstdint>
#include <vector>

#include "undirected_graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

enum class Side : std::uint8_t { middle, near, far };

/// Keeps its memory from call to call.
class VertexCut {
 public:
  /// No edge may join `near` and `far`. `coordinate` should be small at the near side and large at the far one, and
  /// decides nothing but how long this takes. False where the cut would have more than `max` vertices. Throws Cancelled.
  bool find(const UndirectedGraph& graph, const std::vector<Side>& side, const std::vector<std::int32_t>& coordinate,
            std::uint32_t max, const RunContext& context);

  /// The smallest cuts closest to either side. Vertices of the middle.
  const std::vector<std::uint32_t>& nearest() const { return nearest_; }
  const std::vector<std::uint32_t>& farthest() const { return farthest_; }

 private:
  // The state of a vertex as a path comes to it, and as it leaves.
  static constexpr std::uint32_t in(std::uint32_t v) { return 2 * v; }
  static constexpr std::uint32_t out(std::uint32_t v) { return 2 * v + 1; }
  static constexpr bool is_out(std::uint32_t state) { return (state & 1) != 0; }
  static constexpr std::uint32_t vertex(std::uint32_t state) { return state / 2; }
  static constexpr std::uint32_t none = 0xffff'ffffU;

  bool is_used(std::uint32_t v) const { return before_[v] != none; }
  void start_round();
  bool augment(std::uint32_t start);
  std::uint32_t next_state(std::uint32_t state);
  std::uint32_t next_neighbour(std::uint32_t v);
  bool see(std::uint32_t state);
  void apply_path();
  void collect_nearest();
  void collect_farthest();

  const UndirectedGraph* graph_ = nullptr;
  const Side* side_ = nullptr;
  const std::int32_t* coordinate_ = nullptr;
  std::vector<std::uint32_t> starts_;  // of `near`, those that have a neighbour elsewhere
  std::vector<std::uint32_t> before_;  // on the flow's path through a vertex; none where there is no path
  std::vector<std::uint32_t> after_;
  std::vector<std::uint8_t> seen_;             // states, in this round
  std::vector<std::uint32_t> next_neighbour_;  // of a vertex, the place in its row that comes next
  std::vector<std::uint8_t> is_second_look_;   // at the row: for neighbours that do not lie ahead
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint32_t> path_;  // of states
  std::vector<std::uint32_t> nearest_;
  std::vector<std::uint32_t> farthest_;
};

}  // namespace wayfront::separators
