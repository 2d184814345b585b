// Distances: the value that means "unreached" and the sums that can never pass it.
//
// Integer sums saturate at `unreached`, so a path too long for the type looks like no path and can never win a
// comparison; below, integers and floats stop at their lowest value. The host's certificate notices where that decided
// an answer (a distance at the end of the range, an arc from a reached vertex to an "unreached" one) and fails the run;
// a wrong number cannot come out. See docs/verify.md, weight types.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "wayfront/graph.hpp"

namespace wayfront {

/// The distance of a vertex without a path: the largest integer, or +infinity.
template <WeightType W>
inline constexpr W unreached = std::is_floating_point_v<W> ? std::numeric_limits<W>::infinity()
                                                           : std::numeric_limits<W>::max();

namespace detail {
/// A constant, because device code cannot call std::numeric_limits.
template <WeightType W>
inline constexpr W lowest_weight = std::numeric_limits<W>::lowest();
}  // namespace detail

/// distance + weight, in the type of both. Integers: saturates at unreached<W> above and at the lowest value + 1 below;
/// anything added to unreached is unreached. Floats: the rounded sum, the only rounding there is, but never minus
/// infinity: from there no arc leads up again, so that cycles of any weight would look negative.
template <WeightType W>
WAYFRONT_HD constexpr W saturating_add(W distance, W weight) {
  if constexpr (std::is_floating_point_v<W>) {
    const W sum = distance + weight;
    return sum < detail::lowest_weight<W> ? detail::lowest_weight<W> : sum;
  } else {
    if (distance == unreached<W>) return distance;
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(W) == 4) {
      const std::int64_t sum = static_cast<std::int64_t>(distance) + weight;
      if (sum >= unreached<W>) return unreached<W>;
      return sum < -unreached<W> ? -unreached<W> : static_cast<W>(sum);
    } else {
      if (weight > 0 && distance > unreached<W> - weight) return unreached<W>;
      return weight < 0 && distance < -unreached<W> - weight ? -unreached<W> : distance + weight;
    }
#else
    W sum{};  // the processor's own overflow flag is cheaper than a sum of 64 bits
    if (__builtin_add_overflow(distance, weight, &sum)) return weight < 0 ? -unreached<W> : unreached<W>;
    return sum < -unreached<W> ? -unreached<W> : sum;
#endif
  }
}

/// The same for distance >= 0 and weight >= 0, without a branch: two non-negative integers never wrap when added as
/// unsigned, and every sum at or above unreached<W> compares as not smaller than any distance.
/// Compare the result with `<` against Magnitude distances only, and convert back after it won.
template <WeightType W>
using Magnitude = std::conditional_t<std::is_floating_point_v<W>, W,
                                     std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>>;

template <WeightType W>
WAYFRONT_HD constexpr Magnitude<W> add_nonnegative(Magnitude<W> distance, W weight) {
  return distance + static_cast<Magnitude<W>>(weight);
}

/// The largest distance of type W that is not above `limit`, which is not NaN: what a limit means to a plugin. A limit
/// at or above the largest distance is unreached<W>, and one below every distance the lowest value.
template <WeightType W>
W limit_as(double limit) {
  if constexpr (std::is_same_v<W, double>) {
    return limit;
  } else if constexpr (std::is_same_v<W, float>) {
    if (limit > std::numeric_limits<float>::max())
      return limit == std::numeric_limits<double>::infinity() ? unreached<W> : std::numeric_limits<float>::max();
    if (limit < std::numeric_limits<float>::lowest()) return -unreached<W>;
    const auto nearest = static_cast<float>(limit);
    return static_cast<double>(nearest) > limit ? std::nextafter(nearest, -unreached<W>) : nearest;
  } else {
    if (limit >= static_cast<double>(unreached<W>)) return unreached<W>;  // 2^63 for int64, exactly
    if (limit <= static_cast<double>(std::numeric_limits<W>::lowest())) return std::numeric_limits<W>::lowest();
    const auto whole = static_cast<W>(limit);  // toward zero
    return static_cast<double>(whole) > limit ? whole - 1 : whole;
  }
}

/// The largest distance that counts as reached with this limit: a bound below unreached<W>.
template <WeightType W>
W reached_bound(double limit) {
  const W bound = limit_as<W>(limit);
  return bound < unreached<W> ? bound : std::numeric_limits<W>::max() - (std::is_integral_v<W> ? 1 : 0);
}

}  // namespace wayfront
