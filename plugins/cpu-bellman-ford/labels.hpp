// The labels of vertices in the frontier variant: what a thread reads and lowers while others do the same.
//
// Distances alone take 4 bytes per vertex. Where predecessors matter, because they are asked for or because negative
// arcs may close a cycle, distance and predecessor share one word and change together. So a predecessor always belongs
// to its distance: d[v] >= d[parent of v] + weight holds between rounds, and a cycle of predecessors is a negative
// cycle, however the threads interleave.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

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

/// Distance and predecessor of a vertex in one word; weights of any sign.
template <WeightType W>
struct PairLabels {
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

}  // namespace wayfront::cpu_bellman_ford
