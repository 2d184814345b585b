// Scanning: the arcs of active vertices are looked at, and what they improve becomes active. The inner loop of all
// stepping plugins, and nearly all of their time.
//
// On graphs with short rows that time goes into mispredicted branches, not into memory: whether an entry is stale, how
// long a row is and whether an arc improves its target are three coin tosses per vertex. So the entries of a batch are
// scanned in two passes. The first writes down every arc that would improve its target, without a branch that depends
// on it: each arc is written, and the end of the list moves only where it counts. Rows are read in groups of four, so
// short ones are one step, and stale entries are rows of no arcs. The second pass relaxes what was written down, which
// nearly always succeeds. Offsets, distances and arcs of the entries to come are fetched ahead.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "bucket_queue.hpp"
#include "packed_graph.hpp"
#include "wayfront/cpu/relax.hpp"
#include "wayfront/run.hpp"

namespace wayfront::stepping {

/// One thread's. `shared`: other threads lower the same distances. `counted`: work() means something.
template <WeightType W, OffsetType O, bool shared, bool counted>
class Scanner {
 public:
  using D = Magnitude<W>;

  Scanner(const PackedGraph<W, O>& graph, D* distances, BucketQueue<D>& queue)
      : offsets_(graph.offsets),
        arcs_(graph.arcs.get()),
        target_bits_(graph.target_bits),
        rows_are_long_(graph.edges / long_row >= graph.vertices),
        distances_(distances),
        queue_(&queue) {}

  const Work& work() const { return work_; }
  /// Arcs and entries looked at since the last call: for deciding when to look at the clock.
  std::uint64_t effort() { return std::exchange(effort_, 0); }

  /// Scans the vertices of `entries` that are not stale. They must stay where they are meanwhile; those behind them, up
  /// to `known_end`, are fetched ahead.
  void scan(std::span<const Entry<D>> entries, const Entry<D>* known_end) {
    const Entry<D>* entry = entries.data();
    const Entry<D>* const end = entry + entries.size();
    while (entry != end) {
      const Entry<D>* const stop = entry + std::min<std::ptrdiff_t>(end - entry, batch);
      std::size_t count = 0;
      for (; entry != stop; ++entry) {
        if (known_end - entry > far) fetch_vertex(entry[far].vertex);
        if (known_end - entry > near) fetch_row(entry[near]);
        count = gather(*entry, count);
      }
      relax_candidates(count);
    }
  }

 private:
  static constexpr std::ptrdiff_t batch = 32;
  static constexpr std::ptrdiff_t far = 12, near = 6;  // entries ahead: offset and distance; arcs
  static constexpr O long_row = 6;                     // arcs
  static constexpr O arcs_per_line = 8;
  static constexpr O most_fetched = 64;  // arcs of a row; of longer ones the hardware sees itself what comes next
  static constexpr std::size_t most_candidates = batch * long_row;

  [[gnu::always_inline]] void fetch_vertex(Vertex v) const {
    __builtin_prefetch(offsets_ + v);
    __builtin_prefetch(distances_ + v);
  }
  [[gnu::always_inline]] void fetch_row(Entry<D> entry) const {
    const O begin = offsets_[entry.vertex];
    if (!rows_are_long_) return __builtin_prefetch(arcs_ + begin);
    if (read(distances_[entry.vertex]) != entry.distance) return;
    const O end = std::min<O>(offsets_[entry.vertex + 1], begin + most_fetched);
    for (O arc = begin; arc < end; arc += arcs_per_line) __builtin_prefetch(arcs_ + arc);
    __builtin_prefetch(arcs_ + end - 1);
  }

  static D read(D& distance) {
    if constexpr (shared)
      return load_distance(distance);
    else
      return distance;
  }

  /// Writes the improvements of one entry behind the first `count` candidates; returns how many there are then.
  [[gnu::always_inline]] std::size_t gather(Entry<D> entry, std::size_t count) {
    O arc = offsets_[entry.vertex];
    const bool current = read(distances_[entry.vertex]) == entry.distance;
    const O end = current ? offsets_[entry.vertex + 1] : arc;
    effort_ += end - arc + 1;
    if constexpr (counted) {
      work_.settled += current ? 1 : 0;
      work_.stale += current ? 0 : 1;
      work_.relaxed += end - arc;
    }
    if (end - arc >= long_row) {
      relax_row(entry.distance, arc, end);
      return count;
    }
    return gather_arcs(entry.distance, arc, end, count);
  }

  [[gnu::always_inline]] std::size_t gather_arcs(D from, O arc, O end, std::size_t count) {
    D* const distances = distances_;
    const PackedArc<W>* const arcs = arcs_;
    Entry<D>* const candidates = candidates_.data();
    const Vertex target_bits = target_bits_;
    for (; arc < end; ++arc) {
      const PackedArc<W> next = arcs[arc];
      const D distance = extend_nonnegative<W>(from, next.weight);
      candidates[count] = {distance, next.target};
      count += distance < read(distances[next.target & target_bits]) ? 1 : 0;
    }
    return count;
  }

  /// A long row in one pass: there it is memory that counts, and improvements are rare enough to be guessed right.
  void relax_row(D from, O arc, O end) {
    for (; arc < end; ++arc) {
      const PackedArc<W> next = arcs_[arc];
      const D distance = extend_nonnegative<W>(from, next.weight);
      if (distance < read(distances_[next.target & target_bits_])) [[unlikely]]
        relax_arc({distance, next.target});
    }
  }

  void relax_candidates(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) relax_arc(candidates_[i]);
  }

  [[gnu::always_inline]] void relax_arc(Entry<D> candidate) {
    const Vertex v = candidate.vertex & target_bits_;
    if constexpr (shared) {
      if (!relax_shared(distances_[v], candidate.distance)) return;
    } else {
      if (!relax(distances_[v], candidate.distance)) return;
    }
    if constexpr (counted) ++work_.improved;
    if (v != candidate.vertex) return;  // a dead end
    if constexpr (counted) ++work_.pushed;
    queue_->push(candidate);
  }

  const O* offsets_;
  const PackedArc<W>* arcs_;
  Vertex target_bits_;
  bool rows_are_long_;  // on the average
  D* distances_;
  BucketQueue<D>* queue_;
  std::uint64_t effort_ = 0;
  Work work_;
  std::array<Entry<D>, most_candidates> candidates_;
};

}  // namespace wayfront::stepping
