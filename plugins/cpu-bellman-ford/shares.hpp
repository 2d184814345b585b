// How threads share a round: each has a range of its own, and what it leaves, others take.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace wayfront::cpu_bellman_ford {

/// A range for each thread, from which chunks are taken: a thread takes its own first, then what others have left.
class Shares {
 public:
  explicit Shares(unsigned threads) : shares_(threads) {}

  /// Not while threads take.
  void set(unsigned owner, std::uint64_t begin, std::uint64_t end) {
    shares_[owner].next.store(begin, std::memory_order_relaxed);
    shares_[owner].end = end;
  }
  /// Calls f(owner, begin, end) for chunks of `grain` until nothing is left. [any thread]
  template <class F>
  void take(unsigned thread, std::uint64_t grain, F&& f) {
    for (unsigned i = 0; i < shares_.size(); ++i) {
      const auto owner = static_cast<unsigned>((thread + i) % shares_.size());
      Share& share = shares_[owner];
      while (share.next.load(std::memory_order_relaxed) < share.end) {
        const std::uint64_t begin = share.next.fetch_add(grain, std::memory_order_relaxed);
        if (begin < share.end) f(owner, begin, std::min(begin + grain, share.end));
      }
    }
  }

 private:
  struct alignas(64) Share {
    std::atomic<std::uint64_t> next{0};
    std::uint64_t end = 0;
  };
  std::vector<Share> shares_;
};

}  // namespace wayfront::cpu_bellman_ford
