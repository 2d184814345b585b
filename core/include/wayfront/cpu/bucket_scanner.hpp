// Scanners: what a thread does with the entries that a round of bucket_rounds.hpp gives it.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "wayfront/cpu/bucket.hpp"
#include "wayfront/cpu/bucket_queue.hpp"
#include "wayfront/run.hpp"

namespace wayfront {

/// What one thread does with the entries that a round gives it. scan() relaxes the arcs of those that are not stale,
/// pushes what improves into the queue of its worker, and returns how many entries and arcs it looked at, by which the
/// loop decides when to look at the clock. What follows the entries in memory, up to `known_end`, comes next and can be
/// fetched ahead. work() is what it has counted since it was made.
template <class S, class D>
concept BucketScanner = requires(S scanner, std::span<const QueueEntry<D>> entries, const QueueEntry<D>* known_end) {
  { scanner.scan(entries, known_end) } -> std::same_as<std::uint64_t>;
  { scanner.work() } -> std::convertible_to<const Work&>;
};

/// A scanner that stores distances without an atomic minimum puts the entry of each store that may be overwritten into
/// its worker's `unconfirmed`, and looks again at those of an earlier round, of any worker, in confirm().
template <class S, class D>
concept ConfirmingScanner = BucketScanner<S, D> && requires(S scanner, Bucket<QueueEntry<D>>& unconfirmed) {
  scanner.confirm(unconfirmed);
};

namespace detail {
/// A scanner made of a function.
template <class D, class Scan>
class ScanBy {
 public:
  ScanBy(Scan& scan, BucketQueue<D>& queue) : scan_(&scan), queue_(&queue) {}
  std::uint64_t scan(std::span<const QueueEntry<D>> entries, const QueueEntry<D>*) {
    const std::uint64_t before = work_.relaxed;
    (*scan_)(entries, *queue_, work_);
    return entries.size() + work_.relaxed - before;
  }
  const Work& work() const { return work_; }

 private:
  Scan* scan_;
  BucketQueue<D>* queue_;
  Work work_;
};
}  // namespace detail

}  // namespace wayfront
