// The exact sum of floats: a fixed-point number as wide as the range of float32.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace wayfront::certificates {

class ExactSum {
 public:
  /// `term` must be finite. At most 2^20 terms.
  void add(float term) {
    const auto bits = std::bit_cast<std::uint32_t>(term);
    const std::uint32_t exponent = (bits >> 23) & 0xffU;
    const std::uint64_t digits = (bits & 0x7f'ffffU) | (exponent == 0 ? 0U : 0x80'0000U);
    const std::uint32_t shift = exponent == 0 ? 0 : exponent - 1;  // in units of 2^-149
    const std::uint64_t moved = digits << (shift % 32);
    const std::int64_t sign = bits >> 31 == 0 ? 1 : -1;
    limbs_[shift / 32] += sign * static_cast<std::int64_t>(moved & 0xffff'ffffU);
    limbs_[shift / 32 + 1] += sign * static_cast<std::int64_t>(moved >> 32);
  }

  /// The sum, rounded. Its sign is exact, and it is 0 only if the sum is.
  long double value() const {
    const Limbs plain = carried(1);
    return plain.back() < 0 ? -magnitude(carried(-1)) : magnitude(plain);
  }

 private:
  using Limbs = std::array<std::int64_t, 11>;  // of 32 bits each, the lowest first

  /// The sum times `sign` with every limb but the last in 0 .. 2^32 - 1; the last one has its sign.
  Limbs carried(std::int64_t sign) const {
    Limbs limbs{};
    std::int64_t carry = 0;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      const std::int64_t limb = sign * limbs_[i] + carry;
      const bool last = i + 1 == limbs.size();
      limbs[i] = last ? limb : limb & 0xffff'ffff;
      carry = limb >> 32;
    }
    return limbs;
  }
  static long double magnitude(const Limbs& limbs) {
    long double value = 0;
    for (std::size_t i = 0; i < limbs.size(); ++i)
      value += std::ldexp(static_cast<long double>(limbs[i]), static_cast<int>(32 * i) - 149);
    return value;
  }

  Limbs limbs_{};
};

}  // namespace wayfront::certificates
