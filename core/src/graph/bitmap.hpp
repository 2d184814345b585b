// A set of vertices, one bit each: for marks of the host's own walks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wayfront::host {

class Bitmap {
 public:
  explicit Bitmap(std::size_t size = 0) : words_((size + 63) / 64) {}
  bool has(std::size_t v) const { return (words_[v >> 6] & bit(v)) != 0; }
  void clear(std::size_t v) { words_[v >> 6] &= ~bit(v); }
  /// Returns whether it was set before.
  bool set(std::size_t v) {
    const bool before = has(v);
    words_[v >> 6] |= bit(v);
    return before;
  }
  /// The same while other threads do it, too.
  bool set_shared(std::size_t v) {
    const std::atomic_ref word(words_[v >> 6]);
    if ((word.load(std::memory_order_relaxed) & bit(v)) != 0) return true;  // cheaper than to write
    return (word.fetch_or(bit(v), std::memory_order_relaxed) & bit(v)) != 0;
  }

 private:
  static std::uint64_t bit(std::size_t v) { return std::uint64_t{1} << (v & 63); }
  std::vector<std::uint64_t> words_;
};

}  // namespace wayfront::host
