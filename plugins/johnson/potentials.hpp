// What potentials need: the graph with a super source, from which they are the distances, and the arcs reweighted by
// them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::johnson {

/// Vertices between two looks at the clock, and of one chunk of a parallel loop.
inline constexpr std::uint64_t grain = 1U << 14;

template <WeightType W, OffsetType O>
struct Arrays {
  Arrays(Vertex vertices, std::uint64_t edges)
      : offsets(std::make_unique_for_overwrite<O[]>(std::size_t{vertices} + 1)),
        targets(std::make_unique_for_overwrite<Vertex[]>(edges)),
        weights(std::make_unique_for_overwrite<W[]>(edges)) {}
  std::unique_ptr<O[]> offsets;
  std::unique_ptr<Vertex[]> targets;
  std::unique_ptr<W[]> weights;
};

/// `graph` with one more vertex, the last, and an arc of weight 0 from there to every other one. A copy.
template <OffsetType Larger, WeightType W, OffsetType O>
std::shared_ptr<const Graph> with_super_source(const CsrView<W, O>& graph, RunContext& context) {
  const Vertex vertices = graph.vertices;
  const std::uint64_t edges = std::uint64_t{graph.edges} + vertices;
  const auto arrays = std::make_shared<Arrays<W, Larger>>(vertices + 1, edges);
  std::copy_n(graph.offsets, std::size_t{vertices} + 1, arrays->offsets.get());
  arrays->offsets[std::size_t{vertices} + 1] = static_cast<Larger>(edges);
  std::copy_n(graph.targets, graph.edges, arrays->targets.get());
  for (Vertex v = 0; v < vertices; ++v) arrays->targets[graph.edges + v] = v;
  std::fill_n(std::copy_n(graph.weights, graph.edges, arrays->weights.get()), vertices, W{0});
  const CsrView<W, Larger> view{vertices + 1, static_cast<Larger>(edges), arrays->offsets.get(), arrays->targets.get(),
                                arrays->weights.get()};
  return context.host().adopt_graph(view, arrays);
}

template <WeightType W, OffsetType O>
std::shared_ptr<const Graph> with_super_source(const CsrView<W, O>& graph, RunContext& context) {
  if (graph.vertices >= no_vertex - 1)
    throw Unsupported("johnson: the graph has as many vertices as there are ids, so there is none for a super source");
  if (std::uint64_t{graph.edges} + graph.vertices > std::numeric_limits<O>::max())
    return with_super_source<std::uint64_t>(graph, context);
  return with_super_source<O>(graph, context);
}

__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): `using` cannot be an extension

/// What no sum or difference of three numbers of type W goes beyond, but for the rounding of floats.
template <WeightType W>
using WideSum =
    std::conditional_t<std::is_floating_point_v<W>, double, std::conditional_t<sizeof(W) == 4, std::int64_t, Int128>>;

/// w + potential of the source - potential of the target. Floats round; below zero they count as zero, as only rounding
/// brings them there. A weight above the type's range is cut to its end: of integers to the value that sums up to
/// "unreached" at once, and what cannot be reached otherwise is noticed later.
template <WeightType W>
struct Reweighted {
  std::shared_ptr<W[]> weights;
  bool negative = false;  // integers: some are, so the potentials are none
  W heaviest{0};
};

template <WeightType W, OffsetType O>
Reweighted<W> reweigh(const CsrView<W, O>& graph, std::span<const W> potentials, RunContext& context) {
  using Sum = WideSum<W>;
  constexpr Sum max = std::numeric_limits<W>::max();
  Reweighted<W> result{std::make_shared_for_overwrite<W[]>(graph.edges)};
  W* const weights = result.weights.get();
  std::atomic<bool> negative{false};
  std::atomic<W> heaviest{0};
  context.parallel_for(graph.vertices, grain, [&](std::uint64_t begin, std::uint64_t end) {
    context.throw_if_cancelled();
    Sum min = 0;
    W largest = 0;
    for (Vertex u = static_cast<Vertex>(begin); u < end; ++u) {
      for (O arc = graph.begin(u); arc < graph.end(u); ++arc) {
        const Sum weight = static_cast<Sum>(graph.weights[arc]) + potentials[u] - potentials[graph.targets[arc]];
        min = std::min(min, weight);
        weights[arc] = static_cast<W>(std::clamp(weight, Sum{0}, max));
        largest = std::max(largest, weights[arc]);
      }
    }
    if (min < 0) negative.store(true, std::memory_order_relaxed);
    W seen = heaviest.load(std::memory_order_relaxed);
    while (seen < largest && !heaviest.compare_exchange_weak(seen, largest, std::memory_order_relaxed)) {
    }
  });
  result.negative = !std::is_floating_point_v<W> && negative.load();
  result.heaviest = heaviest.load();
  return result;
}

}  // namespace wayfront::johnson
