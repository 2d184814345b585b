// The form of the paper: a flag of each vertex says whether it is unsettled, another whether it is in the frontier, and
// each round passes over all vertices three times: update, relax, minimum.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "criterion.hpp"
#include "wayfront/cpu/relax.hpp"
#include "wayfront/rounds.hpp"

namespace wayfront::crauser_cpu {

template <Criterion C, WeightType W>
class FlagForm final : public Frontier {
  using M = Magnitude<W>;

 public:
  FlagForm(std::span<M> distances, const LightestArcs<W>& lightest, RunContext& context)
      : distances_(distances),
        threshold_(lightest),
        context_(context),
        unsettled_(distances.size(), &context.memory()),
        frontier_(distances.size(), &context.memory()) {}

  Frontier& frontier() { return *this; }
  std::uint64_t pushed() const { return 0; }

  void start(Vertex) override {
    std::ranges::fill(unsettled_, std::uint8_t{1});
    waiting_ = 1;
  }
  /// Reached and not settled.
  std::uint64_t size() override { return waiting_; }
  void advance() override {}

  template <class Arcs>
  RoundStats<W> round(const Arcs& arcs, W limit) {
    RoundStats<W> stats;
    update(limit, stats);
    relax(arcs, stats);
    minimum();
    stats.min_distance = threshold_.min_distance();
    stats.safe = threshold_.safe();
    return stats;
  }

 private:
  static constexpr std::size_t vertices_per_check = 1U << 14;

  /// Calls f(begin, end) for parts of the vertices, and looks between them whether the run was cancelled.
  template <class F>
  void each_part(F&& f) {
    for (std::size_t begin = 0; begin < distances_.size(); begin += vertices_per_check) {
      context_.throw_if_cancelled();
      f(static_cast<Vertex>(begin), static_cast<Vertex>(std::min(begin + vertices_per_check, distances_.size())));
    }
  }

  /// The frontier becomes what the round settles. Pointers and sums are local, and nothing branches, so that the
  /// compiler takes several vertices at a time; the same below.
  void update(W limit, RoundStats<W>& stats) {
    each_part([&, settles = threshold_.test(limit)](Vertex begin, Vertex end) {
      const M* const distances = distances_.data();
      std::uint8_t* const unsettled = unsettled_.data();
      std::uint8_t* const frontier = frontier_.data();
      std::uint32_t active = 0;
      for (Vertex v = begin; v < end; ++v) {
        const M distance = distances[v];
        const bool taken = (distance != static_cast<M>(unreached<W>)) & settles(v, distance);
        const auto flag = static_cast<std::uint8_t>(unsettled[v] & static_cast<std::uint8_t>(taken));
        frontier[v] = flag;
        unsettled[v] = static_cast<std::uint8_t>(unsettled[v] ^ flag);
        active += flag;
      }
      stats.active += active;
    });
    waiting_ -= stats.active;
  }

  /// Calls f(v) for every vertex with a flag.
  template <class F>
  void each_vertex(const std::pmr::vector<std::uint8_t>& flags, F&& f) {
    each_part([&, flag = flags.data()](Vertex begin, Vertex end) {
      for (Vertex v = begin; v < end; ++v)
        if (flag[v] != 0) f(v);
    });
  }

  void lower(Vertex v, M candidate, RoundStats<W>& stats) {
    const M old = distances_[v];
    if (!wayfront::relax(distances_[v], candidate)) return;
    ++stats.improved;
    waiting_ += old == static_cast<M>(unreached<W>) ? 1 : 0;
  }

  /// Successors: the frontier pushes along its out-arcs.
  template <OffsetType O>
  void relax(const CsrView<W, O>& graph, RoundStats<W>& stats) {
    each_vertex(frontier_, [&](Vertex u) {
      const M distance = distances_[u];
      for (O arc = graph.begin(u); arc < graph.end(u); ++arc)
        if (unsettled_[graph.targets[arc]] != 0)
          lower(graph.targets[arc], add_nonnegative(distance, graph.weights[arc]), stats);
      stats.relaxed += graph.degree(u);
    });
  }

  /// Predecessors: every unsettled vertex looks for the frontier along its in-arcs.
  template <OffsetType O>
  void relax(const CscView<W, O>& graph, RoundStats<W>& stats) {
    each_vertex(unsettled_, [&](Vertex v) {
      M best = distances_[v];
      for (O arc = graph.begin(v); arc < graph.end(v); ++arc)
        if (frontier_[graph.sources[arc]] != 0)
          best = std::min(best, add_nonnegative(distances_[graph.sources[arc]], graph.weights[arc]));
      lower(v, best, stats);
      stats.relaxed += graph.degree(v);
    });
  }

  void minimum() {
    threshold_.clear();
    each_part([&](Vertex begin, Vertex end) {
      const M* const distances = distances_.data();
      const std::uint8_t* const unsettled = unsettled_.data();
      Threshold<C, W> threshold = threshold_;
      for (Vertex v = begin; v < end; ++v)
        threshold.add(v, unsettled[v] != 0 ? distances[v] : static_cast<M>(unreached<W>));
      threshold_ = threshold;
    });
  }

  std::span<M> distances_;
  Threshold<C, W> threshold_;
  RunContext& context_;
  std::pmr::vector<std::uint8_t> unsettled_;
  std::pmr::vector<std::uint8_t> frontier_;
  std::uint64_t waiting_ = 0;
};

}  // namespace wayfront::crauser_cpu
