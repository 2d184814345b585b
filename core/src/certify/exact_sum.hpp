// The exact sum of floats: a fixed-point number as wide as the type's range. No rounding, no overflow, on any machine.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "graph/weight_kind.hpp"

namespace wayfront::host {

template <std::floating_point W>
class ExactSum {
 public:
  /// `term` must be finite.
  ExactSum& operator+=(W term) {
    const int place = std::max(term == 0 ? lowest : std::ilogb(term) - digits + 1, lowest);
    const auto whole = static_cast<std::int64_t>(std::ldexp(term, -place));  // of units 2^place: exact
    const auto shift = static_cast<unsigned>(place - lowest);
    const Int128 moved = Int128{whole} * (std::int64_t{1} << shift % 32);
    Int128* const limb = &limbs_[shift / 32];
    limb[0] += moved & low_half;
    limb[1] += moved >> 32;
    return *this;
  }

  bool is_negative() const { return carried(1).back() < 0; }

  /// The sum, rounded; infinite beyond the range of doubles. Not for deciding whether it is negative.
  double value() const {
    const double sign = is_negative() ? -1 : 1;
    const Limbs limbs = carried(is_negative() ? -1 : 1);
    double value = 0;
    for (std::size_t i = 0; i < limbs.size(); ++i)
      value += std::ldexp(static_cast<double>(limbs[i]), static_cast<int>(32 * i) + lowest);
    return sign * value;
  }

 private:
  using Limits = std::numeric_limits<W>;
  static constexpr int digits = Limits::digits;
  static constexpr int lowest = Limits::min_exponent - digits;  // 2^lowest is the smallest float above 0
  static constexpr Int128 low_half = 0xffff'ffff;
  /// The lowest first, each in units of 2^32 times those of the one before; the last one is for carries alone.
  using Limbs = std::array<Int128, static_cast<std::size_t>((Limits::max_exponent - lowest) / 32 + 3)>;

  /// The sum times `sign` with every limb but the last in 0 .. 2^32 - 1; the last one has its sign.
  Limbs carried(int sign) const {
    Limbs limbs{};
    Int128 carry = 0;
    for (std::size_t i = 0; i + 1 < limbs.size(); ++i) {
      carry += limbs_[i] * sign;
      limbs[i] = carry & low_half;
      carry >>= 32;
    }
    limbs.back() = carry + limbs_.back() * sign;
    return limbs;
  }

  Limbs limbs_{};
};

}  // namespace wayfront::host
