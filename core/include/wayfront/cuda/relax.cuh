// Tentative distances on the device: integer keys whose signed order is the order of the distances, so that one native
// atomicMin serves integers and floats, negative ones too.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "wayfront/distance.hpp"
#include "wayfront/host_device.hpp"

namespace wayfront::cuda {

/// What a distance of type W is on the device: as many bytes, and a type that atomicMin() takes.
template <WeightType W>
using KeyOf = std::conditional_t<sizeof(W) == 4, std::int32_t, long long>;

namespace detail {
template <class Key>
inline constexpr Key max_key = std::numeric_limits<Key>::max();

/// Turns the order of negative floats round; its own inverse.
template <class Key>
WAYFRONT_HD Key ordered_bits(Key bits) {
  return bits ^ ((bits >> (8 * sizeof(Key) - 1)) & max_key<Key>);
}
}  // namespace detail

/// Order-preserving: a < b exactly when key_of(a) < key_of(b). Not for NaN; -0.0 comes before +0.0, and no sum that
/// starts at +0.0 ever is -0.0.
template <WeightType W>
WAYFRONT_HD KeyOf<W> key_of(W distance) {
  if constexpr (std::is_floating_point_v<W>) {
    KeyOf<W> bits;
    memcpy(&bits, &distance, sizeof bits);  // nvcc's std::bit_cast is for the host alone
    return detail::ordered_bits(bits);
  } else {
    return distance;
  }
}

template <WeightType W>
WAYFRONT_HD W distance_of(KeyOf<W> key) {
  if constexpr (std::is_floating_point_v<W>) {
    const KeyOf<W> bits = detail::ordered_bits(key);
    W distance;
    memcpy(&distance, &bits, sizeof distance);
    return distance;
  } else {
    return key;
  }
}

template <WeightType W>
inline constexpr KeyOf<W> unreached_key = static_cast<KeyOf<W>>(std::is_same_v<W, float> ? 0x7f80'0000
                                                                : std::is_same_v<W, double>
                                                                    ? 0x7ff0'0000'0000'0000
                                                                    : detail::max_key<KeyOf<W>>);

#if defined(__CUDACC__)

/// The distance of v as other blocks left it in L2: for values that may have changed since the last barrier.
template <WeightType W>
__device__ W fresh_distance(const KeyOf<W>* distances, Vertex v) {
  return distance_of<W>(__ldcg(distances + v));
}

/// Lowers the distance of v to `candidate`. Returns whether this call did it: of several callers with the same
/// candidate one, and none where it was as low before. The load first saves most of the atomics.
template <WeightType W>
__device__ bool relax(KeyOf<W>* distances, Vertex v, W candidate) {
  const KeyOf<W> key = key_of(candidate);
  return key < distances[v] && key < atomicMin(distances + v, key);
}

#endif

}  // namespace wayfront::cuda
