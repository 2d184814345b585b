// The labels of vertices in the frontier variant: what a thread reads and lowers while others do the same.
//
// Distances alone take 4 or 8 bytes per vertex. Where predecessors matter, because they are asked for or because
// negative arcs may close a cycle, distance and predecessor change together: they share one word of 64 bits, or, where
// distances are of 64 bits themselves, a lock. So a predecessor always belongs to its distance: d[v] >= d[parent of v]
// + weight holds between rounds, and a cycle of predecessors is a negative cycle, however the threads interleave.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>
#include <thread>

#include "wayfront/cpu/relax.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::cpu_bellman_ford {

/// Distances without predecessors, for graphs without negative arcs.
template <WeightType W>
struct DistanceLabels {
  using Distance = Magnitude<W>;
  Distance* distances;

  static Distance saturating_add(Distance distance, W weight) { return add_nonnegative<W>(distance, weight); }
  void start(Vertex v) const { distances[v] = static_cast<Distance>(unreached<W>); }
  void start_source(Vertex v) const { distances[v] = 0; }
  Distance distance(Vertex v) const { return load_distance(distances[v]); }
  /// Whether that lowered the distance of v. `shared`: other threads may be at it, too.
  template <bool shared>
  bool lower(Vertex v, Distance candidate, Vertex) const {
    if constexpr (shared) return relax_shared(distances[v], candidate);
    return relax(distances[v], candidate);
  }
};

/// Distance and predecessor of a vertex; weights of any sign. In one word for distances of 32 bits.
template <WeightType W>
struct PairLabels {
  static_assert(sizeof(W) == 4);
  using Distance = W;
  using Word = std::uint64_t;
  Word* words;

  static Word join(W distance, Vertex parent) { return Word{std::bit_cast<std::uint32_t>(distance)} << 32 | parent; }
  static W distance_of(Word word) { return std::bit_cast<W>(static_cast<std::uint32_t>(word >> 32)); }
  static Vertex parent_of(Word word) { return static_cast<Vertex>(word); }

  static W saturating_add(W distance, W weight) { return wayfront::saturating_add(distance, weight); }
  void start(Vertex v) const { words[v] = join(unreached<W>, no_vertex); }
  void start_source(Vertex v) const { words[v] = join(W{0}, no_vertex); }
  W distance(Vertex v) const { return distance_of(std::atomic_ref(words[v]).load(std::memory_order_relaxed)); }
  template <bool shared>
  bool lower(Vertex v, W candidate, Vertex parent) const {
    if constexpr (!shared) {
      if (!(candidate < distance_of(words[v]))) return false;
      words[v] = join(candidate, parent);
      return true;
    }
    const std::atomic_ref<Word> word(words[v]);
    Word seen = word.load(std::memory_order_relaxed);
    while (candidate < distance_of(seen))
      if (word.compare_exchange_weak(seen, join(candidate, parent), std::memory_order_relaxed)) return true;
    return false;
  }
};

/// A distance of 64 bits, its predecessor, and their lock. Read the distance without the lock; whoever lowers it holds
/// the lock for a few instructions.
struct alignas(16) LockedPair {
  std::uint64_t distance;  // its bits
  Vertex parent;
  std::uint32_t locked;

  void lock() noexcept {
    const std::atomic_ref<std::uint32_t> word(locked);
    for (unsigned tries = 1; word.exchange(1, std::memory_order_acquire) != 0; ++tries)
      if (tries % tries_per_yield == 0) std::this_thread::yield();  // its holder may have lost its processor
  }
  void unlock() noexcept { std::atomic_ref<std::uint32_t>(locked).store(0, std::memory_order_release); }

 private:
  static constexpr unsigned tries_per_yield = 64;
};

template <WeightType W>
requires(sizeof(W) == 8) struct PairLabels<W> {
  using Distance = W;
  using Word = LockedPair;
  Word* words;

  static W distance_of(const Word& word) { return std::bit_cast<W>(word.distance); }
  static Vertex parent_of(const Word& word) { return word.parent; }

  static W saturating_add(W distance, W weight) { return wayfront::saturating_add(distance, weight); }
  void start(Vertex v) const { words[v] = {bits(unreached<W>), no_vertex, 0}; }
  void start_source(Vertex v) const { words[v] = {bits(W{0}), no_vertex, 0}; }
  W distance(Vertex v) const {
    return std::bit_cast<W>(std::atomic_ref(words[v].distance).load(std::memory_order_relaxed));
  }
  template <bool shared>
  bool lower(Vertex v, W candidate, Vertex parent) const {
    Word& word = words[v];
    if (!(candidate < distance(v))) return false;
    if constexpr (!shared) {
      word.distance = bits(candidate);
      word.parent = parent;
      return true;
    }
    const std::scoped_lock lock(word);
    if (!(candidate < distance(v))) return false;
    std::atomic_ref(word.distance).store(bits(candidate), std::memory_order_relaxed);
    word.parent = parent;
    return true;
  }

 private:
  static std::uint64_t bits(W distance) { return std::bit_cast<std::uint64_t>(distance); }
};

}  // namespace wayfront::cpu_bellman_ford
