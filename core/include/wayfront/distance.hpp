// Distances: the value that means "unreached" and the sums that can never pass it.
//
// Integer sums saturate at `unreached`, so a path too long for the type looks like no path and can never win a
// comparison; below, integers and floats stop at their lowest value. The host's certificate notices where that decided
// an answer (a distance at the end of the range, an arc from a reached vertex to an "unreached" one) and fails the run;
// a wrong number cannot come out. See DESIGN: correctness, integer overflow.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "wayfront/graph.hpp"

namespace wayfront {

/// The distance of a vertex without a path: the largest integer, or +infinity.
template <WeightType W>
inline constexpr W unreached = std::is_same_v<W, float> ? std::numeric_limits<W>::infinity()
                                                        : std::numeric_limits<W>::max();

inline constexpr float lowest_float = std::numeric_limits<float>::lowest();

/// distance + weight, in the type of both. Integers: saturates at unreached<W> above and at the lowest value + 1 below;
/// anything added to unreached is unreached. Floats: the rounded sum, the only rounding there is, but never minus
/// infinity: from there no arc leads up again, so that cycles of any weight would look negative.
template <WeightType W>
WAYFRONT_HD constexpr W saturating_add(W distance, W weight) {
  if constexpr (std::is_same_v<W, float>) {
    const W sum = distance + weight;
    return sum < lowest_float ? lowest_float : sum;
  } else {
    if (distance == unreached<W>) return distance;
#if defined(__CUDA_ARCH__)
    const std::int64_t sum = static_cast<std::int64_t>(distance) + weight;
    if (sum >= unreached<W>) return unreached<W>;
    return sum < -unreached<W> ? -unreached<W> : static_cast<W>(sum);
#else
    W sum{};  // the processor's own overflow flag is cheaper than a sum of 64 bits
    if (__builtin_add_overflow(distance, weight, &sum)) return weight < 0 ? -unreached<W> : unreached<W>;
    return sum < -unreached<W> ? -unreached<W> : sum;
#endif
  }
}

/// The same for distance >= 0 and weight >= 0, without a branch: two non-negative 32-bit integers never wrap when added
/// as unsigned, and every sum at or above unreached<W> compares as not smaller than any distance.
/// Compare the result with `<` against Magnitude distances only, and convert back after it won.
template <WeightType W>
using Magnitude = std::conditional_t<std::is_same_v<W, float>, float, std::uint32_t>;

template <WeightType W>
WAYFRONT_HD constexpr Magnitude<W> add_nonnegative(Magnitude<W> distance, W weight) {
  return distance + static_cast<Magnitude<W>>(weight);
}

}  // namespace wayfront
