// Tentative distances on the device: 32-bit keys whose signed order is the order of the distances, so that one native
// integer atomicMin serves integers and floats, negative ones too.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "wayfront/distance.hpp"
#include "wayfront/host_device.hpp"

namespace wayfront::cuda {

using Key = std::int32_t;

/// Order-preserving: a < b exactly when key_of(a) < key_of(b). Not for NaN; -0.0 comes before +0.0, and no sum that
/// starts at +0.0 ever is -0.0.
template <WeightType W>
WAYFRONT_HD Key key_of(W distance) {
  if constexpr (std::is_same_v<W, float>) {
    Key bits;
    memcpy(&bits, &distance, sizeof bits);  // nvcc's std::bit_cast is for the host alone
    return bits ^ ((bits >> 31) & 0x7fff'ffff);
  } else {
    return distance;
  }
}

template <WeightType W>
WAYFRONT_HD W distance_of(Key key) {
  if constexpr (std::is_same_v<W, float>) {
    const Key bits = key ^ ((key >> 31) & 0x7fff'ffff);
    float distance;
    memcpy(&distance, &bits, sizeof distance);
    return distance;
  } else {
    return key;
  }
}

template <WeightType W>
inline constexpr Key unreached_key = std::is_same_v<W, float> ? 0x7f80'0000 : 0x7fff'ffff;

#if defined(__CUDACC__)

/// The distance of v as other blocks left it in L2: for values that may have changed since the last barrier.
template <WeightType W>
__device__ W fresh_distance(const Key* distances, Vertex v) {
  return distance_of<W>(__ldcg(distances + v));
}

/// Lowers the distance of v to `candidate`. Returns whether this call did it: of several callers with the same
/// candidate one, and none where it was as low before. The load first saves most of the atomics.
template <WeightType W>
__device__ bool relax(Key* distances, Vertex v, W candidate) {
  const Key key = key_of(candidate);
  return key < distances[v] && key < atomicMin(distances + v, key);
}

#endif

}  // namespace wayfront::cuda
