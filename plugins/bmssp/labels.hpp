// What a search knows of each vertex, and the keys that order vertices.
//
// The algorithm needs all keys to be different and every arc to increase them (Assumption 2.1 of the paper: no two paths
// have the same length). Weights of real graphs have ties and zeros, and a float may absorb what is added to it. So a key is
// (distance, hops, vertex), compared in this order: over an arc of length 0, too, hops grow. Where weights are whole,
// below 2^32 and at least 1, the distance grows by itself; then (distance, vertex) is enough, and fits into one word.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::bmssp {

/// Compares keys, and counts how often where `counted`.
template <bool counted>
struct Less {
  std::uint64_t* count = nullptr;
  template <class Key>
  bool operator()(const Key& one, const Key& other) const {
    if constexpr (counted) ++*count;
    return one < other;
  }
};

/// Distances without hops, for integers of 32 bits that are at least 1.
template <WeightType W>
class ShortLabels {
 public:
  using Distance = Magnitude<W>;
  using Key = std::uint64_t;

  static Vertex vertex_of(Key key) { return static_cast<Vertex>(key); }
  static Distance distance_of(Key key) { return static_cast<Distance>(key >> 32); }
  /// The smallest key at this distance.
  static Key first_at(Distance distance) { return Key{distance} << 32; }

  /// All vertices at `start`, the source at 0. `distances` has an entry for each vertex.
  void reset(Vertex vertices, Vertex source, Distance* distances, Distance start) {
    distances_ = distances;
    std::fill_n(distances, vertices, start);
    distances[source] = 0;
  }
  Key key(Vertex v) const { return first_at(distances_[v]) | v; }
  void prefetch(Vertex v) const { __builtin_prefetch(distances_ + v, 1); }

  /// What arcs out of one vertex start from.
  struct Tail {
    Distance distance;
  };
  Tail tail(Vertex u) const { return {distances_[u]}; }
  /// Relaxes an arc. An arc that offers what v has is accepted, too: it was relaxed on a level below, and v must enter the
  /// queue of this level (remark in section 3 of the paper). Then `key` is v's.
  bool relax(const Tail& tail, Vertex, Vertex v, W weight, Key& key, std::uint64_t& improved) {
    const Distance offer = add_nonnegative<W>(tail.distance, weight);
    if (offer > distances_[v]) return false;
    improved += offer < distances_[v] ? 1 : 0;
    distances_[v] = offer;
    key = first_at(offer) | v;
    return true;
  }

 private:
  Distance* distances_ = nullptr;
};

/// Distances with hops, for all other weights. Of paths with the same distance and number of arcs, the one through the
/// parent of the smallest number counts, so that shortest paths form one tree.
template <WeightType W>
class LongLabels {
 public:
  using Distance = Magnitude<W>;
  struct Key {
    Distance distance;
    std::uint32_t hops;
    Vertex vertex;

    friend bool operator<(const Key& one, const Key& other) {
      if (one.distance != other.distance) return one.distance < other.distance;
      return one.hops != other.hops ? one.hops < other.hops : one.vertex < other.vertex;
    }
    friend bool operator==(const Key&, const Key&) = default;
  };

  static Vertex vertex_of(const Key& key) { return key.vertex; }
  static Distance distance_of(const Key& key) { return key.distance; }
  static Key first_at(Distance distance) { return {distance, 0, 0}; }

  void reset(Vertex vertices, Vertex source, Distance* distances, Distance start) {
    distances_ = distances;
    std::fill_n(distances, vertices, start);
    hops_.assign(vertices, {std::numeric_limits<std::uint32_t>::max(), no_vertex});
    distances[source] = 0;
    hops_[source] = {0, source};
  }
  Key key(Vertex v) const { return {distances_[v], hops_[v].count, v}; }
  void prefetch(Vertex v) const {
    __builtin_prefetch(distances_ + v, 1);
    __builtin_prefetch(&hops_[v], 1);
  }

  struct Tail {
    Distance distance;
    std::uint32_t hops;
  };
  Tail tail(Vertex u) const { return {distances_[u], hops_[u].count}; }
  bool relax(const Tail& tail, Vertex u, Vertex v, W weight, Key& key, std::uint64_t& improved) {
    const Distance offer = add_nonnegative<W>(tail.distance, weight);
    if (offer > distances_[v]) return false;
    const Hops hops{tail.hops + 1, u};
    if (offer == distances_[v]) {
      const Hops now = hops_[v];
      if (hops.count > now.count || (hops.count == now.count && u > now.parent)) return false;
    } else {
      ++improved;
      distances_[v] = offer;
    }
    hops_[v] = hops;
    key = {offer, hops.count, v};
    return true;
  }

 private:
  struct Hops {
    std::uint32_t count;  // arcs of the path
    Vertex parent;
  };
  Distance* distances_ = nullptr;
  std::vector<Hops> hops_;
};

}  // namespace wayfront::bmssp
