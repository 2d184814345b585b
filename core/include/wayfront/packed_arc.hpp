// Arcs with target and weight side by side, for one load: half the cache lines of a short row, half the loads of a long
// one. Plain data for host and device; who makes the array also owns it.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

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

/// A PackedArc of a 64-bit weight as two numbers, for one load of 16 bytes: the target, and the weight's bits.
struct alignas(16) WideArcWord {
  std::uint64_t target;
  std::uint64_t weight;
};

/// The word of an arc whose weight is W.
template <WeightType W>
using ArcWordOf = std::conditional_t<sizeof(W) == 4, ArcWord, WideArcWord>;

/// Any bits in the place of the weight.
template <WeightType W>
WAYFRONT_HD constexpr ArcWordOf<W> arc_word_of_bits(Vertex target, std::uint32_t weight_bits) {
  if constexpr (sizeof(W) == 4) {
    return static_cast<ArcWord>(weight_bits) << 32 | target;
  } else {
    return {target, weight_bits};
  }
}

template <WeightType W>
WAYFRONT_HD ArcWordOf<W> arc_word(Vertex target, W weight) {
  std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t> bits;
  memcpy(&bits, &weight, sizeof bits);  // nvcc's std::bit_cast is for the host alone
  if constexpr (sizeof(W) == 4) {
    return arc_word_of_bits<W>(target, bits);
  } else {
    return {target, bits};
  }
}

WAYFRONT_HD constexpr Vertex target_of(ArcWord arc) { return static_cast<Vertex>(arc); }
WAYFRONT_HD constexpr Vertex target_of(const WideArcWord& arc) { return static_cast<Vertex>(arc.target); }

/// The bits of the weight, in a number of its size.
WAYFRONT_HD constexpr std::uint32_t weight_bits(ArcWord arc) { return static_cast<std::uint32_t>(arc >> 32); }
WAYFRONT_HD constexpr std::uint64_t weight_bits(const WideArcWord& arc) { return arc.weight; }

template <WeightType W>
WAYFRONT_HD W weight_of(const ArcWordOf<W>& arc) {
  const auto bits = weight_bits(arc);
  static_assert(sizeof bits == sizeof(W));
  W weight;
  memcpy(&weight, &bits, sizeof weight);
  return weight;
}

/// Writes an arc with all of its bytes: arcs that are read as words must be written so, because a PackedArc of a 64-bit
/// weight has four bytes that belong to nothing.
template <WeightType W>
WAYFRONT_HD void store_arc(PackedArc<W>* place, Vertex target, W weight) {
  if constexpr (sizeof(W) == 4) {
    *place = {target, weight};
  } else {
    *reinterpret_cast<WideArcWord*>(place) = arc_word(target, weight);
  }
}

/// Out-edges of u are [offsets[u], offsets[u + 1]) in `arcs`.
template <WeightType W, OffsetType O>
struct PackedView {
  Vertex vertices;
  const O* offsets;
  const PackedArc<W>* arcs;

  WAYFRONT_HD O begin(Vertex u) const { return offsets[u]; }
  WAYFRONT_HD O end(Vertex u) const { return offsets[u + 1]; }
  /// The same arcs, for kernels that load an arc as one word.
  WAYFRONT_HD const ArcWordOf<W>* words() const { return reinterpret_cast<const ArcWordOf<W>*>(arcs); }
};

}  // namespace wayfront
