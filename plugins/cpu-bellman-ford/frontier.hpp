// The third variant: a round scans the arcs of active vertices alone, those whose distance fell in the round before,
// over the rows of the CSR. They lie in a queue while they are few and in a bitmap while they are many; distances are
// lowered by an atomic minimum.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "cycle_search.hpp"
#include "labels.hpp"
#include "wayfront/cpu/bitmap_frontier.hpp"
#include "wayfront/cpu/queue_frontier.hpp"
#include "wayfront/cpu/thread_team.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/rounds.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cpu_bellman_ford {

/// Active vertices in a queue or in a bitmap. A round pushes into the one that suits its own size, and takes what the
/// round before has pushed, wherever that is: nothing is ever converted.
class MixedFrontier final : public Frontier {
 public:
  /// Rounds of more than `dense_from` vertices push into the bitmap.
  MixedFrontier(Vertex vertices, std::uint64_t dense_from, std::pmr::memory_resource& memory)
      : queue_(vertices, memory), bitmap_(vertices, memory), dense_from_(dense_from) {}

  void start(Vertex source) override {
    queue_.start(source);
    bitmap_.start(source);
    bitmap_.advance();  // empties it: nothing was pushed
  }
  std::uint64_t size() override { return queue_.size() + bitmap_.size(); }
  void advance() override {
    queue_.advance();
    bitmap_.advance();
  }

  bool is_dense() { return size() > dense_from_; }
  QueueFrontier& queue() { return queue_; }
  BitmapFrontier& bitmap() { return bitmap_; }

 private:
  QueueFrontier queue_;
  BitmapFrontier bitmap_;
  std::uint64_t dense_from_;
};

/// One round: threads take chunks of the active vertices until none is left.
template <class Labels, WeightType W, OffsetType O>
class FrontierRound {
 public:
  FrontierRound(const CsrView<W, O>& graph, Labels labels, MixedFrontier& frontier, ThreadTeam& team,
                const RunContext& context)
      : graph_(graph), labels_(labels), frontier_(frontier), team_(team), context_(context), counts_(team.size()) {}

  /// `alone`: smaller rounds are not worth waking the other threads.
  RoundStats<W> operator()(std::uint64_t alone) {
    RoundStats<W> stats{.active = frontier_.size(), .least = W{}};
    dense_ = frontier_.is_dense();
    next_vertex_.store(0, std::memory_order_relaxed);
    next_word_.store(0, std::memory_order_relaxed);
    if (team_.size() == 1 || stats.active < alone) {
      const Counts counts = take<false>();
      stats.relaxed = counts.relaxed;
      stats.improved = counts.improved;
      return stats;
    }
    team_.run([&](unsigned thread) { counts_[thread] = take<true>(); });
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

  template <bool shared>
  Counts take() {
    if (dense_) return take_into<shared>(frontier_.bitmap().ref());
    Writer writer(frontier_.queue().ref());
    return take_into<shared>(writer);
  }

  template <bool shared, class Sink>
  Counts take_into(Sink&& sink) {
    Counts counts;
    const std::span<const Vertex> active = frontier_.queue().active();
    for_chunks(next_vertex_, active.size(), most_vertices, [&](std::uint64_t begin, std::uint64_t end) {
      for (const Vertex u : active.subspan(begin, end - begin)) scan<shared>(u, sink, counts);
    });
    if (frontier_.bitmap().size() == 0) return counts;
    for_chunks(next_word_, frontier_.bitmap().words(), most_words, [&](std::uint64_t begin, std::uint64_t end) {
      frontier_.bitmap().for_each(begin, end, [&](Vertex u) { scan<shared>(u, sink, counts); });
    });
    return counts;
  }

  template <class F>
  void for_chunks(std::atomic<std::uint64_t>& next, std::uint64_t count, std::uint64_t most, F&& f) {
    const std::uint64_t grain = std::clamp<std::uint64_t>(count / (std::uint64_t{team_.size()} * 8), 1, most);
    for (std::uint64_t begin; (begin = next.fetch_add(grain, std::memory_order_relaxed)) < count;) {
      f(begin, std::min(begin + grain, count));
      context_.throw_if_cancelled();
    }
  }

  template <bool shared, class Sink>
  void scan(Vertex u, Sink& sink, Counts& counts) {
    const auto distance = labels_.distance(u);
    const O end = graph_.end(u);
    counts.relaxed += end - graph_.begin(u);
    for (O arc = graph_.begin(u); arc < end; ++arc) {
      const Vertex v = graph_.targets[arc];
      if (!labels_.template lower<shared>(v, Labels::extend(distance, graph_.weights[arc]), u)) continue;
      ++counts.improved;
      sink.push(v);
    }
  }

  static constexpr std::uint64_t most_vertices = 1024;
  static constexpr std::uint64_t most_words = 64;

  CsrView<W, O> graph_;
  Labels labels_;
  MixedFrontier& frontier_;
  ThreadTeam& team_;
  const RunContext& context_;
  std::vector<Counts> counts_;
  bool dense_ = false;
  alignas(64) std::atomic<std::uint64_t> next_vertex_{0};
  alignas(64) std::atomic<std::uint64_t> next_word_{0};
};

/// Every active vertex in every round, until the predecessors close a cycle.
template <WeightType W, class Parents>
class UntilCycle final : public Scheduler<W> {
 public:
  UntilCycle(CycleSearch& search, Parents parents) : search_(search), parents_(parents) {}
  std::optional<W> next(const RoundStats<W>& last) override {
    relaxed_ += last.relaxed;
    if (search_.due(relaxed_) && search_.find(parents_)) return std::nullopt;
    return unreached<W>;
  }

 private:
  CycleSearch& search_;
  Parents parents_;
  std::uint64_t relaxed_ = 0;
};

/// Rounds from `source` until nothing is active or a negative cycle is in the output. `parents()` gives the
/// predecessors; it is called only where there are negative arcs.
template <class Labels, WeightType W, OffsetType O, class Parents>
void solve_frontier(const CsrView<W, O>& graph, Vertex source, Labels labels, MixedFrontier& frontier,
                    std::uint64_t alone, ThreadTeam& team, Output& output, RunContext& context, CycleSearch& search,
                    Parents parents) {
  labels.start_source(source);
  frontier.start(source);
  FrontierRound<Labels, W, O> round(graph, labels, frontier, team, context);
  UntilCycle<W, Parents> schedule(search, parents);
  Work& work = output.work;
  const bool ended = run_rounds<W>(context, frontier, schedule, RoundStats<W>{.waiting = 1, .least = W{0}},
                                   graph.vertices, work, [&](std::uint64_t, W) { return round(alone); });
  work.pushed = work.settled + frontier.size();
  if (output.outcome == Outcome::negative_cycle) return;
  if (!ended)
    search.find_certain(parents);
  else
    search.find(parents);  // a cycle whose sums stopped at the lowest value
}

}  // namespace wayfront::cpu_bellman_ford
