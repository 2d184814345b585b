// The searches: Dijkstra's algorithm over one of the two queues.
//
// Most of the time goes into waiting for memory. The radix search knows what comes next, because it lies in one bucket,
// and fetches ahead in two steps: a vertex's offset and distance, then its arcs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "dary_heap.hpp"
#include "radix_queue.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/rounds.hpp"
#include "wayfront/run.hpp"
#include "wayfront/stopping.hpp"

namespace wayfront::dijkstra {

/// What a search does now and then: it looks at the clock and, where rounds are traced, records what it has done since.
class Looks {
 public:
  /// `traces`: whether this search, on the thread that the host called on, is the one to trace. A round is then the
  /// scan of 1/500 of the vertices, at most 8192 entries of the queue.
  Looks(Vertex vertices, RunContext& context, bool traces)
      : context_(context),
        traces_(traces),
        entries_(traces ? std::min(max_entries, std::size_t{vertices} / rounds + 1) : max_entries) {}

  /// Entries of the queue between two looks.
  std::size_t entries() const { return entries_; }
  /// All distances below `distance` are final. Throws Cancelled.
  void take(const Work& work, double distance) {
    context_.throw_if_cancelled();
    end(work, distance);
  }
  /// The search has ended.
  void end(const Work& work, double distance) {
    if (traces_) trace_.end_round(work, distance);
  }

 private:
  static constexpr std::size_t max_entries = 8192, rounds = 500;

  RunContext& context_;
  bool traces_;
  std::size_t entries_;
  RoundTrace trace_{context_};
};

/// The bits of a distance, which are ordered like the distances.
template <WeightType W>
using KeyOf = std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>;

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
      push(std::bit_cast<KeyOf<W>>(shorter), v);
    }
  }
}

/// Fetches the cache lines of the first arcs of a row; longer rows the hardware follows by itself. Always inlined, like
/// all that only fetches: g++ takes such a function for one without effect and drops its calls.
template <WeightType W, OffsetType O>
[[gnu::always_inline]] inline void fetch_arcs(const CsrView<W, O>& graph, Vertex u) {
  constexpr O max = 64;
  constexpr O line = 64 / sizeof(W);  // arcs per cache line
  const O end = std::min<O>(graph.end(u), graph.begin(u) + max);
  for (O arc = graph.begin(u); arc < end; arc += line) {
    __builtin_prefetch(graph.targets + arc);
    __builtin_prefetch(graph.weights + arc);
  }
  __builtin_prefetch(graph.targets + end - 1);
  __builtin_prefetch(graph.weights + end - 1);
}

/// `distances` are stopping.start() everywhere. `narrow`: see RadixQueue; the largest width, as a distance.
template <WeightType W, OffsetType O>
Work search(const CsrView<W, O> graph, Vertex source, Magnitude<W>* distances, RadixQueue<KeyOf<W>>& queue,
            double narrow, Stopping<W>& stopping, Looks& looks) {
  using D = Magnitude<W>;
  using Key = KeyOf<W>;
  using Entry = typename RadixQueue<Key>::Entry;
  constexpr std::size_t far = 12, near = 6;  // entries ahead: offset and distance; arcs
  Work work;
  const auto fetch_vertex = [&](Vertex v) __attribute__((always_inline)) {
    __builtin_prefetch(graph.offsets + v);
    __builtin_prefetch(distances + v);
  };
  const auto is_current = [&](Entry entry) { return std::bit_cast<Key>(distances[entry.vertex]) == entry.key; };
  const auto keep = [&](Entry entry) {
    work.stale += is_current(entry) ? 0 : 1;
    return is_current(entry);
  };
  const bool may_stop = stopping.may_stop();
  const bool in_order = stopping.counts();  // no vertex is scanned twice, so that scans count vertices
  const auto is_narrow = [&](Key first, Key end) {
    return !in_order &&
           static_cast<double>(std::bit_cast<D>(end)) - static_cast<double>(std::bit_cast<D>(first)) <= narrow;
  };

  distances[source] = 0;
  queue.start();
  queue.push(0, source);
  const std::size_t entries_per_look = looks.entries();
  std::size_t unchecked = 0;
  D last = 0;
  while (auto* const bucket = queue.next(is_narrow, fetch_vertex, keep)) {
    for (std::size_t i = 0; i < bucket->size(); ++i) {  // it may grow meanwhile
      const std::size_t size = bucket->size();
      if (i + far < size) fetch_vertex((*bucket)[i + far].vertex);
      if (i + near < size && is_current((*bucket)[i + near])) fetch_arcs(graph, (*bucket)[i + near].vertex);
      const Entry entry = (*bucket)[i];
      if (++unchecked == entries_per_look) [[unlikely]] {
        unchecked = 0;
        last = std::bit_cast<D>(entry.key);
        looks.take(work, static_cast<double>(last));
      }
      if (keep(entry))
        scan(graph, entry.vertex, std::bit_cast<D>(entry.key), distances, work,
             [&](Key key, Vertex v) { queue.push(key, v); });
    }
    const bool ends = may_stop && stopping.done(std::bit_cast<D>(queue.last_of(*bucket)), work.settled);
    queue.done(*bucket);
    if (ends) break;
  }
  looks.end(work, static_cast<double>(last));
  work.pushed = work.improved + 1;
  return work;
}

/// `distances` are stopping.start() everywhere.
template <WeightType W, OffsetType O>
Work search(const CsrView<W, O> graph, Vertex source, Magnitude<W>* distances, DaryHeap<KeyOf<W>>& heap, double,
            Stopping<W>& stopping, Looks& looks) {
  using D = Magnitude<W>;
  using Key = KeyOf<W>;
  Work work;
  distances[source] = 0;
  heap.clear();
  heap.push(0, source);
  const std::size_t entries_per_look = looks.entries();
  std::size_t unchecked = 0;
  const bool may_stop = stopping.may_stop();
  D last = 0;
  while (!heap.empty()) {
    const Vertex u = heap.vertex();
    const D distance = std::bit_cast<D>(heap.key());
    if (may_stop && distance != last && stopping.done(last, work.settled)) break;
    last = distance;
    heap.pop();
    if (++unchecked == entries_per_look) [[unlikely]] {
      unchecked = 0;
      looks.take(work, static_cast<double>(distance));
    }
    if (distances[u] != distance) {
      ++work.stale;
      continue;
    }
    scan(graph, u, distance, distances, work, [&](Key key, Vertex v) { heap.push(key, v); });
  }
  looks.end(work, static_cast<double>(last));
  work.pushed = work.improved + 1;
  return work;
}

}  // namespace wayfront::dijkstra
