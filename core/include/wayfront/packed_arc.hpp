// Arcs with target and weight side by side, for one load: half the cache lines of a short row, half the loads of a long
// one. Plain data for host and device; who makes the array also owns it.
#pragma once

#include <cstdint>
#include <cstring>

#include "wayfront/graph.hpp"
#include "wayfront/host_device.hpp"

namespace wayfront {

template <WeightType W>
struct alignas(2 * sizeof(W)) PackedArc {
  Vertex target;
  W weight;
};

/// A PackedArc of a 32-bit weight as one number: the target below, the weight's bits above.
using ArcWord = unsigned long long;

template <WeightType W>
WAYFRONT_HD ArcWord arc_word(Vertex target, W weight) {
  static_assert(sizeof(W) == 4);
  std::uint32_t bits;
  memcpy(&bits, &weight, sizeof bits);  // nvcc's std::bit_cast is for the host alone
  return static_cast<ArcWord>(bits) << 32 | target;
}

WAYFRONT_HD inline Vertex target_of(ArcWord arc) { return static_cast<Vertex>(arc); }

template <WeightType W>
WAYFRONT_HD W weight_of(ArcWord arc) {
  static_assert(sizeof(W) == 4);
  const auto bits = static_cast<std::uint32_t>(arc >> 32);
  W weight;
  memcpy(&weight, &bits, sizeof weight);
  return weight;
}

/// Out-edges of u are [offsets[u], offsets[u + 1]) in `arcs`.
template <WeightType W, OffsetType O>
struct PackedView {
  Vertex vertices;
  const O* offsets;
  const PackedArc<W>* arcs;

  WAYFRONT_HD O begin(Vertex u) const { return offsets[u]; }
  WAYFRONT_HD O end(Vertex u) const { return offsets[u + 1]; }
  /// The same arcs, for kernels that load an arc as one number.
  WAYFRONT_HD const ArcWord* words() const { return reinterpret_cast<const ArcWord*>(arcs); }
};

}  // namespace wayfront
