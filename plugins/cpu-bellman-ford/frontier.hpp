// The third variant: a round scans the arcs of active vertices alone, those whose distance fell in the round before,
// over the rows of the CSR. They lie in queues while they are few and in a bitmap while they are many; distances are
// lowered by an atomic minimum.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "active_vertices.hpp"
#include "labels.hpp"
#include "shares.hpp"
#include "wayfront/cpu/predecessor_cycle.hpp"
#include "wayfront/cpu/thread_team.hpp"
#include "wayfront/function_ref.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/rounds.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cpu_bellman_ford {

/// One round at a time: the threads that come take chunks of the active vertices until none is left.
template <class Labels, WeightType W, OffsetType O>
class FrontierRounds {
 public:
  FrontierRounds(const CsrView<W, O>& graph, Labels labels, MixedFrontier& frontier, ThreadTeam& team,
                 const RunContext& context)
      : graph_(graph),
        labels_(labels),
        frontier_(frontier),
        team_(team),
        context_(context),
        counts_(team.size()),
        lane_shares_(team.size()),
        word_shares_(team.size()) {}

  /// Rounds of fewer than `alone` vertices are not worth waking the other threads.
  RoundStats<W> run(std::uint64_t alone) {
    RoundStats<W> stats{.active = frontier_.size(), .min_distance = W{}};
    dense_ = frontier_.is_dense();
    share_out(stats.active);
    if (team_.size() == 1 || stats.active < alone) {
      counts_[0] = take<false>(0);
      stats.relaxed = counts_[0].relaxed;
      stats.improved = counts_[0].improved;
      return stats;
    }
    std::ranges::fill(counts_, Counts{});  // not every thread comes to every round
    team_.share([&](unsigned thread) { counts_[thread] = take<true>(thread); });
    for (const Counts& counts : counts_) {
      stats.relaxed += counts.relaxed;
      stats.improved += counts.improved;
    }
    return stats;
  }

 private:
  /// What one thread did in a round; a cache line each.
  struct alignas(64) Counts {
    std::uint64_t relaxed = 0;
    std::uint64_t improved = 0;
  };

  void share_out(std::uint64_t active) {
    const std::uint64_t words = frontier_.bitmap().size() == 0 ? 0 : frontier_.bitmap().words();
    for (unsigned i = 0; i < team_.size(); ++i) {
      lane_shares_.set(i, 0, frontier_.lanes().active(i).size());
      const auto [begin, end] = team_.part(words, i);
      word_shares_.set(i, begin, end);
    }
    const std::uint64_t chunks = std::uint64_t{team_.size()} * 8;
    lane_grain_ = std::clamp<std::uint64_t>(active / chunks, 1, 1024);
    word_grain_ = std::clamp<std::uint64_t>(words / chunks, 1, 64);
  }

  template <bool shared>
  Counts take(unsigned thread) {
    if (dense_) return take_into<shared>(thread, frontier_.bitmap().ref());
    return take_into<shared>(thread, frontier_.lanes().template ref<shared>(thread));
  }

  template <bool shared, FrontierRef Next>
  Counts take_into(unsigned thread, Next next) {
    Counts counts;
    lane_shares_.take(thread, lane_grain_, [&](unsigned owner, std::uint64_t begin, std::uint64_t end) {
      for (const Vertex u : frontier_.lanes().active(owner).subspan(begin, end - begin)) scan<shared>(u, next, counts);
      context_.throw_if_cancelled();
    });
    word_shares_.take(thread, word_grain_, [&](unsigned, std::uint64_t begin, std::uint64_t end) {
      frontier_.bitmap().for_each(begin, end, [&](Vertex u) { scan<shared>(u, next, counts); });
      context_.throw_if_cancelled();
    });
    return counts;
  }

  template <bool shared, FrontierRef Next>
  void scan(Vertex u, const Next& next, Counts& counts) {
    const auto distance = labels_.distance(u);
    const O end = graph_.end(u);
    counts.relaxed += end - graph_.begin(u);
    for (O arc = graph_.begin(u); arc < end; ++arc) {
      const Vertex v = graph_.targets[arc];
      if (!labels_.template lower<shared>(v, Labels::saturating_add(distance, graph_.weights[arc]), u)) continue;
      ++counts.improved;
      next.push(v);
    }
  }

  CsrView<W, O> graph_;
  Labels labels_;
  MixedFrontier& frontier_;
  ThreadTeam& team_;
  const RunContext& context_;
  std::vector<Counts> counts_;
  Shares lane_shares_;
  Shares word_shares_;
  std::uint64_t lane_grain_ = 1;
  std::uint64_t word_grain_ = 1;
  bool dense_ = false;
};

/// Every active vertex in every round, until the predecessors close a cycle.
template <WeightType W>
struct UntilCycle {
  FunctionRef<bool()> ended;
  W limit(const RoundStats<W>&) const { return unreached<W>; }
};

}  // namespace wayfront::cpu_bellman_ford

template <wayfront::WeightType W>
inline constexpr bool wayfront::reads_distances<wayfront::cpu_bellman_ford::UntilCycle<W>> = false;

namespace wayfront::cpu_bellman_ford {

/// Rounds from `source` until nothing is active or a negative cycle is in the output. All labels must have been
/// started. `parents()` gives the predecessors as a span; it is called only where there are negative arcs.
template <class Labels, WeightType W, OffsetType O, class Parents>
void solve_frontier(const CsrView<W, O>& graph, Vertex source, Labels labels, MixedFrontier& frontier,
                    std::uint64_t alone, ThreadTeam& team, Output& output, RunContext& context, CycleSearch& search,
                    Parents parents) {
  labels.start_source(source);
  frontier.start(source);
  FrontierRounds<Labels, W, O> rounds(graph, labels, frontier, team, context);
  const auto closed = [&] { return search.due(output.work.relaxed) && search.find(parents); };
  const bool ended = run_rounds(
      context, frontier, UntilCycle<W>{closed}, output.work, [&](std::uint64_t, W) { return rounds.run(alone); },
      graph.vertices);
  output.work.pushed = output.work.settled + frontier.size();
  if (output.outcome == Outcome::negative_cycle) return;
  if (ended)
    search.find(parents);  // a cycle whose sums stopped at the lowest value
  else
    search.find_certain(parents);
}

}  // namespace wayfront::cpu_bellman_ford
