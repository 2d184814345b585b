// TeamQueues: the active vertices of a team of threads, a queue by distance for each. bucket_rounds.hpp runs rounds
// over them.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "wayfront/cpu/bucket.hpp"
#include "wayfront/cpu/bucket_queue.hpp"
#include "wayfront/cpu/bucket_schedules.hpp"

namespace wayfront {

/// The queue and the lists of one thread. Where that thread does not come to a round, another one moves its entries.
/// A scanner (bucket_rounds.hpp) uses `queue` and `unconfirmed`; the rest belongs to the rounds.
template <class D>
struct alignas(128) TeamWorker {
  using Entry = QueueEntry<D>;

  /// What the leader has to know between rounds. Written by whoever touched the queue last.
  struct Offer {
    std::uint64_t first = no_bucket;
    std::uint64_t unconfirmed = 0;  // entries
    std::array<std::uint64_t, Waiting::max_buckets> entries{};
  };
  Offer offer;

  /// The number of the last round for which a thread claimed to move the entries. Until `ready` has that number, no
  /// other thread touches the worker but for this.
  alignas(128) std::atomic<std::uint64_t> claimed{0};
  std::atomic<std::uint64_t> ready{0};
  std::atomic<std::uint64_t> came{0};  // the number of the last round that its thread came to
  std::size_t chunk = 1;
  Bucket<Entry> list;  // the round's
  /// A part of the list, for one of the threads, of which all may take chunks.
  struct Part {
    std::atomic<std::size_t> taken{0};
    std::size_t end = 0;
  };
  std::unique_ptr<Part[]> parts;  // by thread; only those that the round has are set

  alignas(128) BucketQueue<D> queue;
  Bucket<Entry> own;  // scanned by its thread alone
  /// Entries whose distances were stored, and may have been overwritten by another thread. The scanner's confirm() gets
  /// them in a later round. A scanner that lowers distances by an atomic minimum has none.
  Bucket<Entry> unconfirmed;
};

/// Kept from solve to solve, so that queues keep their memory.
template <class D>
class TeamQueues {
 public:
  explicit TeamQueues(unsigned threads) {
    for (unsigned i = 0; i < threads; ++i) {
      workers_.push_back(std::make_unique<TeamWorker<D>>());
      workers_.back()->parts = std::make_unique<typename TeamWorker<D>::Part[]>(threads);
    }
  }

  /// Empties all queues. Buckets have this width; 0: there is one bucket for all distances.
  void start(double width) {
    width_ = width;
    for (const auto& worker : workers_) {
      worker->queue.start(index());
      worker->unconfirmed.clear();
      worker->claimed.store(0, std::memory_order_relaxed);
      worker->ready.store(0, std::memory_order_relaxed);
      worker->came.store(0, std::memory_order_relaxed);
    }
  }
  /// Makes a vertex active. Not during a round.
  void push(QueueEntry<D> entry) { workers_[0]->queue.push(entry); }

  double width() const { return width_; }
  BucketIndex<D> index() const { return BucketIndex<D>(width_); }
  unsigned size() const { return static_cast<unsigned>(workers_.size()); }
  TeamWorker<D>& operator[](std::size_t thread) const { return *workers_[thread]; }
  auto begin() const { return workers_.begin(); }
  auto end() const { return workers_.end(); }

 private:
  std::vector<std::unique_ptr<TeamWorker<D>>> workers_;
  double width_ = 0;
};

}  // namespace wayfront
