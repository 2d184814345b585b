// A set of vertices, one bit each, that several threads add to.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::host {

class Marks {
 public:
  /// `shared`: whether more than one thread adds vertices.
  Marks(std::size_t size, bool shared) : words_((size + 63) / 64), shared_(shared) {}

  bool has(Vertex v) const { return (words_[v >> 6].load(std::memory_order_relaxed) & bit(v)) != 0; }
  /// Whether it was not in the set before: true for one thread only. Costs an atomic operation only then.
  [[gnu::always_inline]] bool add(Vertex v) {
    std::atomic<std::uint64_t>& word = words_[v >> 6];
    const std::uint64_t before = word.load(std::memory_order_relaxed);
    if ((before & bit(v)) != 0) return false;
    if (shared_) return (word.fetch_or(bit(v), std::memory_order_relaxed) & bit(v)) == 0;
    word.store(before | bit(v), std::memory_order_relaxed);
    return true;
  }
  /// Adds v if `wanted`, without a jump that depends on it; for a set that is not shared. 1 if it was added, else 0.
  [[gnu::always_inline]] std::size_t add_if(bool wanted, Vertex v) {
    std::atomic<std::uint64_t>& word = words_[v >> 6];
    const std::uint64_t before = word.load(std::memory_order_relaxed);
    const std::uint64_t after = before | std::uint64_t{wanted} << (v & 63);
    word.store(after, std::memory_order_relaxed);
    return static_cast<std::size_t>((before ^ after) >> (v & 63));
  }

 private:
  static constexpr std::uint64_t bit(Vertex v) { return std::uint64_t{1} << (v & 63); }

  std::vector<std::atomic<std::uint64_t>> words_;
  bool shared_;
};

/// tree[v] becomes `from` if that is smaller: whatever the order of calls by any threads, the smallest remains.
inline void keep_smallest(Vertex* tree, Vertex v, Vertex from) {
  std::atomic_ref<Vertex> entry(tree[v]);
  Vertex known = entry.load(std::memory_order_relaxed);
  while (from < known && !entry.compare_exchange_weak(known, from, std::memory_order_relaxed)) {
  }
}

}  // namespace wayfront::host
