// Scanning: the arcs of active vertices are looked at, and what they improve becomes active. The inner loop of all
// stepping plugins, and nearly all of their time.
//
// On graphs with short rows that time goes into mispredicted branches, not into memory: whether an entry is stale, how
// long a row is and whether an arc improves its target are three coin tosses per vertex. So the entries of a batch are
// scanned in two passes. The first writes down every arc that would improve its target, without a branch that depends
// on it: each arc is written, and the end of the list moves only where it counts; stale entries are rows of no arcs.
// The second pass relaxes what was written down, which nearly always succeeds. Offsets, distances and arcs of the
// entries to come are fetched ahead.
//
// Several threads lower distances with plain loads and stores, because an atomic minimum costs more than all the rest
// of a relaxation. So a thread may store 7 over the 5 that another stored a moment ago, and the distance is wrong for a
// while. It cannot stay wrong. Whoever stores a distance also has an entry with it, and both are looked at again in the
// next round at the earliest: when the entry is scanned, or, if that came too early or will never come, in confirm().
// A distance above the entry's is lowered to it again, and that store is looked at in its turn. (Scanning goes by the
// entry, so what is beyond the vertex is right in any case.) This ends: take the smallest distance x that a vertex was
// ever given. Once x is visible at a barrier, every thread reads x from then on and stores nothing above it. And x does
// become visible: while it may still be overwritten, a re-check of it is pending.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

#include "packed_graph.hpp"
#include "wayfront/cpu/bucket.hpp"
#include "wayfront/cpu/bucket_queue.hpp"
#include "wayfront/cpu/relax.hpp"
#include "wayfront/run.hpp"

namespace wayfront::stepping {

/// What a scanner writes and forgets.
template <class D>
struct ScanScratch {
  static constexpr std::size_t max_candidates = 1024;
  std::array<QueueEntry<D>, max_candidates> candidates;
  Bucket<QueueEntry<D>> looking;
};

/// One thread's. `packed`: the graph's arcs are. `shared`: other threads lower the same distances. `counted`: work()
/// means something.
template <WeightType W, OffsetType O, bool packed, bool shared, bool counted>
class Scanner {
 public:
  using D = Magnitude<W>;

  /// What is put into `unconfirmed` is for confirm(). Vertices at distance `beyond` or above are not reached.
  Scanner(const PackedGraph<W, O>& graph, D* distances, D beyond, BucketQueue<D>& queue,
          Bucket<QueueEntry<D>>& unconfirmed, ScanScratch<D>& scratch)
      : offsets_(graph.offsets),
        arcs_(graph.template rows<packed>()),
        target_bits_(graph.target_bits),
        long_rows_(graph.long_rows),
        beyond_(beyond),
        distances_(distances),
        queue_(&queue),
        unconfirmed_(&unconfirmed),
        looking_(&scratch.looking),
        candidates_(scratch.candidates.data()) {}

  const Work& work() const { return work_; }
  /// From now on a long row is left at the first arc that leads beyond `bound`; rows must be sorted.
  void set_bound(D bound) { bound_ = bound; }
  /// Looks again at the distances of unconfirmed entries, this thread's or another's, all stored in an earlier round.
  void confirm(Bucket<QueueEntry<D>>& unconfirmed) {
    looking_->swap(unconfirmed);
    for (std::size_t i = 0; i < looking_->size(); ++i) {
      const QueueEntry<D> entry = looking_->data()[i];
      if (read(distances_[entry.vertex]) > entry.distance) [[unlikely]]
        store_again(entry);
    }
    looking_->clear();
  }

  /// The rest of a row that was left at `bound`.
  void scan_beyond(Vertex u, D bound) {
    const D from = read(distances_[u]);
    const O end = offsets_[u + 1];
    if (end - offsets_[u] < long_row) return;  // short rows are never left
    const auto row = std::views::iota(offsets_[u], end);
    const O arc = *std::ranges::partition_point(
        row, [&](O next) { return add_nonnegative<W>(from, arcs_[next].weight) <= bound; });
    if constexpr (counted) work_.relaxed += end - arc;
    effort_ += end - arc + 1;
    relax_row(from, arc, end);
  }

  /// Gives the vertices of [begin, end) whose distance is beyond `bound` the best that the arcs from vertices within it
  /// have to offer, and makes them active. `in`: the transpose. In passes, for the same reason as a scan.
  void pull(const CscView<W, O>& in, Vertex begin, Vertex end, D bound) {
    while (begin != end) {
      const Vertex stop = begin + std::min<Vertex>(end - begin, max_candidates);
      QueueEntry<D>* const beyond = candidates_;
      std::size_t count = 0;
      for (Vertex v = begin; v != stop; ++v) {
        beyond[count].vertex = v;
        count += read(distances_[v]) > bound && in.begin(v) != in.end(v) ? 1 : 0;
      }
      for (std::size_t i = 0; i < count; ++i) {
        if (i + pulled_ahead < count) fetch_in(in, beyond[i + pulled_ahead].vertex);
        beyond[i].distance = best_offer(in, beyond[i].vertex, bound);
      }
      for (std::size_t i = 0; i < count; ++i) {
        const Vertex v = beyond[i].vertex;
        if (beyond[i].distance < read(distances_[v])) {
          if constexpr (counted) ++work_.improved;
          store(distances_[v], beyond[i].distance);
        }
        push_again(v);
      }
      begin = stop;
    }
  }

  /// Makes v active at the distance that it has, if it has one.
  void push_again(Vertex v) {
    const D distance = read(distances_[v]);
    if (distance >= beyond_ || offsets_[v] == offsets_[v + 1]) return;
    if constexpr (counted) ++work_.pushed;
    queue_->push({distance, v});
  }

  /// Scans the vertices of `entries` that are not stale. They must stay where they are meanwhile; those behind them, up
  /// to `known_end`, are fetched ahead. Returns how many arcs and entries it looked at.
  std::uint64_t scan(std::span<const QueueEntry<D>> entries, const QueueEntry<D>* known_end) {
    const QueueEntry<D>* entry = entries.data();
    const QueueEntry<D>* const end = entry + entries.size();
    while (entry != end) {
      const QueueEntry<D>* const stop = entry + std::min<std::ptrdiff_t>(end - entry, batch);
      std::size_t count = 0;
      for (; entry != stop; ++entry) {
        if (known_end - entry > far) fetch_vertex(entry[far].vertex);
        if (known_end - entry > near) fetch_row(entry[near]);
        count = gather(*entry, count);
      }
      relax_candidates(count);
    }
    return std::exchange(effort_, 0);
  }

 private:
  using Arcs = std::conditional_t<packed, PackedArcs<W, O>, PlainArcs<W, O>>;
  static constexpr D no_bound = std::numeric_limits<D>::max();
  static constexpr std::ptrdiff_t batch = 32;
  static constexpr Vertex pulled_ahead = 16;
  static constexpr std::ptrdiff_t far = 20, near = 10;  // entries ahead: offset and distance; arcs
  static constexpr O arcs_per_line = 64 / sizeof(PackedArc<W>);
  static constexpr O max_fetched = 64;  // arcs of a row; of longer ones the hardware sees itself what comes next
  static constexpr O max_fetched_bounded = 16;
  static constexpr std::size_t max_candidates = ScanScratch<D>::max_candidates;

  [[gnu::always_inline]] void fetch_vertex(Vertex v) const {
    __builtin_prefetch(offsets_ + v);
    __builtin_prefetch(distances_ + v);
  }
  [[gnu::always_inline]] void fetch_row(QueueEntry<D> entry) const {
    const O begin = offsets_[entry.vertex];
    if (!long_rows_) return arcs_.fetch(begin);
    if (read(distances_[entry.vertex]) < entry.distance) return;
    const O end =
        std::min<O>(offsets_[entry.vertex + 1], begin + (bound_ < no_bound ? max_fetched_bounded : max_fetched));
    for (O arc = begin; arc < end; arc += arcs_per_line) arcs_.fetch(arc);
    if (begin != end) arcs_.fetch(end - 1);
  }

  [[gnu::always_inline]] static void fetch_in(const CscView<W, O>& in, Vertex v) {
    __builtin_prefetch(in.sources + in.begin(v));
    __builtin_prefetch(in.weights + in.begin(v));
  }
  D best_offer(const CscView<W, O>& in, Vertex v, D bound) {
    D best = D(unreached<W>);
    for (O arc = in.begin(v); arc < in.end(v); ++arc) {
      const D from = read(distances_[in.sources[arc]]);
      const D offer = add_nonnegative<W>(from, in.weights[arc]);
      best = std::min(best, from <= bound ? offer : best);
    }
    effort_ += in.degree(v) + 1;
    if constexpr (counted) work_.relaxed += in.degree(v);
    return best;
  }
  static D read(D& distance) {
    if constexpr (shared)
      return load_distance(distance);
    else
      return distance;
  }
  static void store(D& distance, D lower) {
    if constexpr (shared)
      std::atomic_ref<D>(distance).store(lower, std::memory_order_relaxed);
    else
      distance = lower;
  }
  [[gnu::noinline]] void store_again(QueueEntry<D> entry) {
    store(distances_[entry.vertex], entry.distance);
    unconfirmed_->push(entry);
  }

  /// Writes the improvements of one entry behind the first `count` candidates; returns how many there are then.
  [[gnu::always_inline]] std::size_t gather(QueueEntry<D> entry, std::size_t count) {
    O arc = offsets_[entry.vertex];
    const D now = read(distances_[entry.vertex]);
    if constexpr (shared) {
      if (now > entry.distance) [[unlikely]]
        store_again(entry);
    }
    const bool current = now >= entry.distance;
    const O end = current ? offsets_[entry.vertex + 1] : arc;
    effort_ += end - arc + 1;
    if constexpr (counted) {
      work_.settled += current ? 1 : 0;
      work_.stale += current ? 0 : 1;
      work_.relaxed += end - arc;
    }
    if (end - arc >= long_row) {
      if (bound_ < no_bound) return gather_row(entry.distance, arc, end, count);
      relax_row(entry.distance, arc, end);
      return count;
    }
    if (count > max_candidates - long_row) [[unlikely]] {
      relax_candidates(count);
      count = 0;
    }
    return gather_arcs(entry.distance, arc, end, count);
  }

  [[gnu::always_inline]] std::size_t gather_arcs(D from, O arc, O end, std::size_t count) {
    D* const distances = distances_;
    const Arcs arcs = arcs_;
    QueueEntry<D>* const candidates = candidates_;
    const Vertex target_bits = target_bits_;
    for (; arc < end; ++arc) {
      const PackedArc<W> next = arcs[arc];
      const D distance = add_nonnegative<W>(from, next.weight);
      candidates[count] = {distance, next.target};
      count += distance < read(distances[next.target & target_bits]) ? 1 : 0;
    }
    return count;
  }

  /// A long row up to the bound.
  std::size_t gather_row(D from, O arc, O end, std::size_t count) {
    D* const distances = distances_;
    const Arcs arcs = arcs_;
    QueueEntry<D>* const candidates = candidates_;
    const Vertex target_bits = target_bits_;
    const D bound = bound_;
    for (; arc < end; ++arc) {
      const PackedArc<W> next = arcs[arc];
      const D distance = add_nonnegative<W>(from, next.weight);
      if (distance > bound) break;
      candidates[count] = {distance, next.target};
      count += distance < read(distances[next.target & target_bits]) ? 1 : 0;
      if (count == max_candidates) [[unlikely]] {
        relax_candidates(count);
        count = 0;
      }
    }
    if constexpr (counted) work_.relaxed -= end - arc;
    return count;
  }

  /// A long row without a bound, in one pass: there it is memory that counts, and improvements are rare enough to be
  /// guessed right.
  void relax_row(D from, O arc, O end) {
    for (; arc < end; ++arc) {
      const PackedArc<W> next = arcs_[arc];
      const D distance = add_nonnegative<W>(from, next.weight);
      if (distance < read(distances_[next.target & target_bits_])) [[unlikely]]
        relax_arc({distance, next.target});
    }
  }

  void relax_candidates(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) relax_arc(candidates_[i]);
  }

  [[gnu::always_inline]] void relax_arc(QueueEntry<D> candidate) {
    const Vertex v = candidate.vertex & target_bits_;
    if (!(candidate.distance < read(distances_[v]))) return;
    store(distances_[v], candidate.distance);
    if constexpr (counted) ++work_.improved;
    if (v == candidate.vertex) {
      if constexpr (counted) ++work_.pushed;
      queue_->push(candidate);
    } else if constexpr (shared) {  // a dead end
      unconfirmed_->push({candidate.distance, v});
    }
  }

  const O* offsets_;
  Arcs arcs_;
  Vertex target_bits_;
  bool long_rows_;
  D bound_ = no_bound;
  D beyond_;
  D* distances_;
  BucketQueue<D>* queue_;
  Bucket<QueueEntry<D>>* unconfirmed_;
  Bucket<QueueEntry<D>>* looking_;
  QueueEntry<D>* candidates_;
  std::uint64_t effort_ = 0;
  Work work_;
};

}  // namespace wayfront::stepping
