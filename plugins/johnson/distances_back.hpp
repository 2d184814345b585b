// From distances between reweighted arcs back to those of the graph itself.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "potentials.hpp"
#include "wayfront/cpu/relax.hpp"
#include "wayfront/cpu/vertex_queue.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::johnson {

/// Whether an arc leads from a reached vertex to an unreached one: a reweighted path was too long for the type.
template <WeightType W, OffsetType O>
bool lost_paths(const CsrView<W, O>& graph, std::span<const W> distances, RunContext& context) {
  std::atomic<bool> lost{false};
  context.parallel_for(graph.vertices, grain, [&](std::uint64_t begin, std::uint64_t end) {
    if (lost.load(std::memory_order_relaxed)) return;
    context.throw_if_cancelled();
    for (Vertex u = static_cast<Vertex>(begin); u < end; ++u) {
      if (distances[u] == unreached<W>) continue;
      for (O arc = graph.begin(u); arc < graph.end(u); ++arc)
        if (distances[graph.targets[arc]] == unreached<W>) return lost.store(true, std::memory_order_relaxed);
    }
  });
  return lost.load();
}

/// Integers, in place and exactly. What does not fit into the type stops at its ends, which the certificate notices.
template <WeightType W>
void undo(std::span<W> distances, std::span<const W> potentials, Vertex source, RunContext& context) {
  using Sum = WideSum<W>;
  constexpr Sum max = unreached<W>;
  const Sum origin = potentials[source];
  context.parallel_for(distances.size(), grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v)
      if (distances[v] != unreached<W>)
        distances[v] = static_cast<W>(std::clamp(distances[v] - origin + potentials[v], -max, max));
  });
}

/// Floats: reweighted sums round otherwise than those of the graph, so their shortest paths are nearly the shortest
/// ones. Sums up the graph's own weights along them, and goes on as Bellman-Ford from there, until nothing falls.
template <WeightType W>
class Repair {
 public:
  explicit Repair(Vertex vertices) : rough_(vertices), seen_(vertices), queue_(vertices) { order_.reserve(vertices); }

  /// `distances` are those of the reweighted arcs, and then the graph's. False if they are far from coming to rest, or
  /// rest where no path leads, because rounding makes a cycle of weight zero negative; they then are good for nothing.
  template <OffsetType O>
  bool operator()(const CsrView<W, O>& graph, const W* reweighted, Vertex source, std::span<W> distances, Work& work,
                  RunContext& context) {
    constexpr std::uint64_t often = 1U << 20;  // arcs between two looks at the clock
    std::uint64_t unchecked = 0;
    const auto look_at_clock = [&](Vertex u) {
      if ((unchecked += 1 + graph.degree(u)) < often) return;
      unchecked = 0;
      context.throw_if_cancelled();
    };
    std::ranges::copy(distances, rough_.begin());
    std::ranges::fill(distances, unreached<W>);
    std::ranges::fill(seen_, std::uint8_t{0});
    order_.assign(1, source);
    seen_[source] = 1;
    distances[source] = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Vertex u = order_[i];
      look_at_clock(u);
      for (O arc = graph.begin(u); arc < graph.end(u); ++arc) {
        const Vertex v = graph.targets[arc];
        if (seen_[v] != 0 || rough_[v] != saturating_add(rough_[u], reweighted[arc])) continue;
        seen_[v] = 1;
        distances[v] = saturating_add(distances[u], graph.weights[arc]);
        order_.push_back(v);
      }
    }

    const std::uint64_t enough = work.relaxed + max_sweeps * std::uint64_t{graph.edges};
    queue_.clear();
    const auto scan = [&](Vertex u) {
      look_at_clock(u);
      work.relaxed += graph.degree(u);
      for (O arc = graph.begin(u); arc < graph.end(u); ++arc) {
        const Vertex v = graph.targets[arc];
        if (!relax(distances[v], saturating_add(distances[u], graph.weights[arc]))) continue;
        ++work.improved;
        work.pushed += queue_.push(v) ? 1 : 0;
      }
    };
    const std::uint64_t improved_before = work.improved;
    for (Vertex u = 0; u < graph.vertices; ++u)  // in the order of memory: hardly any distance falls
      if (seen_[u] != 0) scan(u);
    while (queue_.size() != 0) {
      if (work.relaxed > enough) return false;
      scan(queue_.pop());
    }
    return work.improved == improved_before || hang_on(graph, source, distances);
  }

 private:
  /// Whether a path of exactly its length leads to each vertex. Distances that have fallen may come to rest too low: on
  /// a cycle of weight zero that rounding makes negative, vertices hang on each other and on nothing else.
  template <OffsetType O>
  bool hang_on(const CsrView<W, O>& graph, Vertex source, std::span<const W> distances) {
    std::ranges::fill(seen_, std::uint8_t{0});
    order_.assign(1, source);
    seen_[source] = 1;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Vertex u = order_[i];
      for (O arc = graph.begin(u); arc < graph.end(u); ++arc) {
        const Vertex v = graph.targets[arc];
        if (seen_[v] != 0 || distances[v] != saturating_add(distances[u], graph.weights[arc])) continue;
        seen_[v] = 1;
        order_.push_back(v);
      }
    }
    return distances[source] == 0 && static_cast<std::ptrdiff_t>(order_.size()) ==
                                         std::ranges::count_if(distances, [](W d) { return d != unreached<W>; });
  }

  /// One sweep over the arcs is always needed, and it is nearly always enough.
  static constexpr std::uint64_t max_sweeps = 8;

  std::vector<W> rough_;
  std::vector<std::uint8_t> seen_;
  std::vector<Vertex> order_;
  VertexQueue queue_;
};

/// What it takes for one graph.
template <WeightType W>
struct WayBack {
  std::vector<W> potentials;  // of every vertex, and 0 of the super source
  bool paths_may_not_fit = true;
};
template <WeightType W>
requires std::is_floating_point_v<W>
struct WayBack<W> {
  std::shared_ptr<W[]> weights;  // reweighted
  std::unique_ptr<Repair<W>> repair;
};

}  // namespace wayfront::johnson
