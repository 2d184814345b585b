// The same rounds without passing over all vertices: the reached, unsettled vertices wait in a queue. A round goes
// through the queue once; what it settles is relaxed, the others wait again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <numeric>
#include <span>

#include "criterion.hpp"
#include "wayfront/cpu/queue_frontier.hpp"
#include "wayfront/cpu/relax.hpp"

namespace wayfront::crauser_cpu {

template <Criterion C, Direction D, WeightType W>
class QueueForm {
  using M = Magnitude<W>;

 public:
  QueueForm(std::span<M> distances, const LightestArcs<W>& lightest, RunContext& context)
      : distances_(distances),
        threshold_(lightest),
        context_(context),
        queue_(static_cast<Vertex>(distances.size()), context.memory()),
        settled_(&context.memory()),
        unsettled_(&context.memory()),
        frontier_(&context.memory()) {
    if constexpr (D == Direction::predecessors) {
      unsettled_.resize(distances.size());
      std::iota(unsettled_.begin(), unsettled_.end(), Vertex{0});
      frontier_.resize(distances.size());
    }
  }

  Frontier& frontier() { return queue_; }
  std::uint64_t pushed() const { return pushed_; }

  template <class Arcs>
  RoundStats<W> round(const Arcs& arcs, W limit) {
    const auto settles = threshold_.test(limit);
    threshold_.clear();
    settled_.clear();
    next_ = queue_.ref();
    for (const Vertex v : queue_.active()) {
      if (settles(v, distances_[v]))
        settled_.push_back(v);
      else
        wait(v);
    }
    RoundStats<W> stats;
    stats.active = settled_.size();
    relax(arcs, stats);
    stats.min_distance = threshold_.min_distance();
    stats.safe = threshold_.safe();
    return stats;
  }

 private:
  static constexpr std::uint64_t arcs_per_check = 1U << 22;

  void wait(Vertex v) {
    threshold_.add(v, distances_[v]);
    if (next_.push(v)) ++pushed_;
  }
  void lower(Vertex v, M candidate, RoundStats<W>& stats) {
    if (!wayfront::relax(distances_[v], candidate)) return;
    ++stats.improved;
    wait(v);
  }
  void count(std::uint64_t arcs, RoundStats<W>& stats) {
    stats.relaxed += arcs;
    if ((unchecked_ += arcs) < arcs_per_check) return;
    unchecked_ = 0;
    context_.throw_if_cancelled();
  }

  /// Successors: what was settled pushes along its out-arcs.
  template <OffsetType O>
  void relax(const CsrView<W, O>& graph, RoundStats<W>& stats) {
    for (const Vertex u : settled_) {
      const M distance = distances_[u];
      for (O arc = graph.begin(u); arc < graph.end(u); ++arc)
        lower(graph.targets[arc], add_nonnegative(distance, graph.weights[arc]), stats);
      count(graph.degree(u), stats);
    }
  }

  /// Predecessors: every vertex not settled before looks for the frontier along its in-arcs; the frontier itself leaves
  /// the list.
  template <OffsetType O>
  void relax(const CscView<W, O>& graph, RoundStats<W>& stats) {
    for (const Vertex u : settled_) frontier_[u] = 1;
    std::size_t kept = 0;
    for (const Vertex v : unsettled_) {
      if (frontier_[v] != 0) continue;
      unsettled_[kept++] = v;
      M best = distances_[v];
      for (O arc = graph.begin(v); arc < graph.end(v); ++arc)
        if (frontier_[graph.sources[arc]] != 0)
          best = std::min(best, add_nonnegative(distances_[graph.sources[arc]], graph.weights[arc]));
      lower(v, best, stats);
      count(graph.degree(v), stats);
    }
    unsettled_.resize(kept);
    for (const Vertex u : settled_) frontier_[u] = 0;
  }

  std::span<M> distances_;
  Threshold<C, W> threshold_;
  RunContext& context_;
  QueueFrontier queue_;
  QueueFrontier::Ref next_;
  std::pmr::vector<Vertex> settled_;         // by this round
  std::pmr::vector<Vertex> unsettled_;       // predecessors only: those that the last rounds left, reached or not
  std::pmr::vector<std::uint8_t> frontier_;  // predecessors only: a flag for each of settled_
  std::uint64_t pushed_ = 1;                 // the source
  std::uint64_t unchecked_ = 0;
};

}  // namespace wayfront::crauser_cpu
