// The searches: Dijkstra's algorithm over one of the two queues.
//
// Most of the time goes into waiting for memory. The radix search knows what comes next, because it lies in one bucket,
// and fetches ahead in two steps: a vertex's offset and distance, then its arcs.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "dary_heap.hpp"
#include "radix_queue.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::dijkstra {

/// Entries between two looks at the clock.
inline constexpr std::size_t entries_per_check = 8192;

/// Scans u: push(key, vertex) is called for each vertex whose distance fell.
template <WeightType W, OffsetType O, class Push>
[[gnu::always_inline]] inline void scan(const CsrView<W, O>& graph, Vertex u, Magnitude<W> distance,
                                        Magnitude<W>* distances, Work& work, Push&& push) {
  const O end = graph.end(u);
  ++work.settled;
  work.relaxed += end - graph.begin(u);
  for (O arc = graph.begin(u); arc < end; ++arc) {
    const Vertex v = graph.targets[arc];
    const Magnitude<W> shorter = add_nonnegative<W>(distance, graph.weights[arc]);
    if (shorter < distances[v]) {
      distances[v] = shorter;
      ++work.improved;
      push(std::bit_cast<std::uint32_t>(shorter), v);
    }
  }
}

/// Fetches the cache lines of the first arcs of a row; longer rows the hardware follows by itself. Always inlined, like
/// all that only fetches: g++ takes such a function for one without effect and drops its calls.
template <WeightType W, OffsetType O>
[[gnu::always_inline]] inline void fetch_arcs(const CsrView<W, O>& graph, Vertex u) {
  constexpr O max = 64;
  constexpr O line = 16;  // arcs per cache line
  const O end = std::min<O>(graph.end(u), graph.begin(u) + max);
  for (O arc = graph.begin(u); arc < end; arc += line) {
    __builtin_prefetch(graph.targets + arc);
    __builtin_prefetch(graph.weights + arc);
  }
  __builtin_prefetch(graph.targets + end - 1);
  __builtin_prefetch(graph.weights + end - 1);
}

/// `distances` are unreached everywhere. `narrow`: see RadixQueue; the largest width, as a distance.
template <WeightType W, OffsetType O>
Work radix_search(const CsrView<W, O>& graph, Vertex source, Magnitude<W>* distances, RadixQueue& queue, double narrow,
                  const RunContext& context) {
  using D = Magnitude<W>;
  constexpr std::size_t far = 12, near = 6;  // entries ahead: offset and distance; arcs
  Work work;
  const auto fetch_vertex = [&](Vertex v) __attribute__((always_inline)) {
    __builtin_prefetch(graph.offsets + v);
    __builtin_prefetch(distances + v);
  };
  const auto is_current = [&](Entry entry) {
    return std::bit_cast<std::uint32_t>(distances[entry.vertex]) == entry.key;
  };
  const auto keep = [&](Entry entry) {
    work.stale += is_current(entry) ? 0 : 1;
    return is_current(entry);
  };
  const auto is_narrow = [&](std::uint32_t first, std::uint32_t end) {
    return static_cast<double>(std::bit_cast<D>(end)) - static_cast<double>(std::bit_cast<D>(first)) <= narrow;
  };

  distances[source] = 0;
  queue.start();
  queue.push(0, source);
  std::size_t unchecked = 0;
  while (Bucket* const bucket = queue.next(is_narrow, fetch_vertex, keep)) {
    for (std::size_t i = 0; i < bucket->size(); ++i) {  // it may grow meanwhile
      const std::size_t size = bucket->size();
      if (i + far < size) fetch_vertex((*bucket)[i + far].vertex);
      if (i + near < size && is_current((*bucket)[i + near])) fetch_arcs(graph, (*bucket)[i + near].vertex);
      if (++unchecked == entries_per_check) [[unlikely]] {
        unchecked = 0;
        context.throw_if_cancelled();
      }
      const Entry entry = (*bucket)[i];
      if (keep(entry))
        scan(graph, entry.vertex, std::bit_cast<D>(entry.key), distances, work,
             [&](std::uint32_t key, Vertex v) { queue.push(key, v); });
    }
    queue.done(*bucket);
  }
  work.pushed = work.improved + 1;
  return work;
}

/// `distances` are unreached everywhere.
template <WeightType W, OffsetType O>
Work heap_search(const CsrView<W, O>& graph, Vertex source, Magnitude<W>* distances, DaryHeap& heap,
                 const RunContext& context) {
  using D = Magnitude<W>;
  Work work;
  distances[source] = 0;
  heap.clear();
  heap.push(0, source);
  std::size_t unchecked = 0;
  while (!heap.empty()) {
    const Vertex u = heap.vertex();
    const D distance = std::bit_cast<D>(heap.key());
    heap.pop();
    if (++unchecked == entries_per_check) [[unlikely]] {
      unchecked = 0;
      context.throw_if_cancelled();
    }
    if (distances[u] != distance) {
      ++work.stale;
      continue;
    }
    scan(graph, u, distance, distances, work, [&](std::uint32_t key, Vertex v) { heap.push(key, v); });
  }
  work.pushed = work.improved + 1;
  return work;
}

}  // namespace wayfront::dijkstra
