// A bit of each vertex or ghost.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace wayfront::ranks {

class Marks {
 public:
  explicit Marks(std::uint64_t size) : words_(size / 64 + 1) {}
  bool has(std::uint64_t i) const { return (words_[i / 64] >> i % 64 & 1) != 0; }
  void clear(std::uint64_t i) { words_[i / 64] &= ~bit(i); }
  /// Returns whether it was set before.
  bool set(std::uint64_t i) {
    const bool before = has(i);
    words_[i / 64] |= bit(i);
    return before;
  }
  /// The same while other threads do it, too.
  bool set_shared(std::uint64_t i) {
    const std::atomic_ref word(words_[i / 64]);
    if ((word.load(std::memory_order_relaxed) & bit(i)) != 0) return true;  // cheaper than to write
    return (word.fetch_or(bit(i), std::memory_order_relaxed) & bit(i)) != 0;
  }

 private:
  static std::uint64_t bit(std::uint64_t i) { return std::uint64_t{1} << i % 64; }
  std::vector<std::uint64_t> words_;
};

}  // namespace wayfront::ranks
