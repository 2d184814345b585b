// What a search knows of each vertex, and the keys that order vertices.
//
// The algorithm needs all keys to be different and every arc to increase them (Assumption 2.1 of the paper: no two
// paths have the same length). Weights of real graphs have ties and zeros, and a float may absorb what is added to it.
// So a key is (distance, hops, vertex), compared in this order: over an arc of length 0, too, hops grow. Where weights
// are whole, below 2^32 and at least 1, the distance grows by itself; then (distance, vertex) is enough, and fits into
// one word.
//
// A vertex's label and its mark lie side by side, because they are asked for together: one wait for memory instead of
// two.
#pragma once

#include <cstdint>
#include <limits>
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

  /// All vertices at `start`, the source at 0, and all marks 0.
  void reset(Vertex vertices, Vertex source, Distance start) {
    labels_.assign(vertices, {start, 0});
    labels_[source].distance = 0;
  }
  Key key(Vertex v) const { return first_at(labels_[v].distance) | v; }
  std::uint32_t& mark(Vertex v) { return labels_[v].mark; }
  void prefetch(Vertex v) const { __builtin_prefetch(&labels_[v], 1); }

  /// What arcs out of one vertex start from.
  struct Tail {
    Distance distance;
  };
  Tail tail(Vertex u) const { return {labels_[u].distance}; }
  /// Relaxes an arc. An arc that offers what v has is accepted, too: it may have been relaxed by a search for pivots,
  /// and v must enter a queue (remark in section 3 of the paper). Then `key` is v's.
  bool relax(const Tail& tail, Vertex, Vertex v, W weight, Key& key, std::uint64_t& improved) {
    const Distance offer = add_nonnegative<W>(tail.distance, weight);
    Distance& distance = labels_[v].distance;
    if (offer > distance) return false;
    improved += offer < distance ? 1 : 0;
    distance = offer;
    key = first_at(offer) | v;
    return true;
  }

 private:
  struct Label {
    Distance distance;
    std::uint32_t mark;
  };
  std::vector<Label> labels_;
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

  void reset(Vertex vertices, Vertex source, Distance start) {
    labels_.assign(vertices, {start, std::numeric_limits<std::uint32_t>::max(), no_vertex, 0});
    labels_[source] = {0, 0, source, 0};
  }
  Key key(Vertex v) const { return {labels_[v].distance, labels_[v].hops, v}; }
  std::uint32_t& mark(Vertex v) { return labels_[v].mark; }
  void prefetch(Vertex v) const { __builtin_prefetch(&labels_[v], 1); }

  struct Tail {
    Distance distance;
    std::uint32_t hops;
  };
  Tail tail(Vertex u) const { return {labels_[u].distance, labels_[u].hops}; }
  bool relax(const Tail& tail, Vertex u, Vertex v, W weight, Key& key, std::uint64_t& improved) {
    const Distance offer = add_nonnegative<W>(tail.distance, weight);
    const std::uint32_t hops = tail.hops + 1;
    Label& label = labels_[v];
    if (offer > label.distance) return false;
    if (offer < label.distance)
      ++improved;
    else if (hops > label.hops || (hops == label.hops && u > label.parent))
      return false;
    label = {offer, hops, u, label.mark};
    key = {offer, hops, v};
    return true;
  }

 private:
  struct Label {
    Distance distance;
    std::uint32_t hops;  // arcs of the path
    Vertex parent;
    std::uint32_t mark;
  };
  std::vector<Label> labels_;
};

}  // namespace wayfront::bmssp
