// The exact sum of floats: a fixed-point number as wide as the range of the type.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace wayfront::certificates {

template <class W>
class ExactSum {
 public:
  /// `term` must be finite. At most 2^20 terms.
  void add(W term) {
    const auto bits = std::bit_cast<Bits>(term);
    const auto exponent = static_cast<std::uint32_t>((bits >> digits) & ((Bits{1} << exponents) - 1));
    const Bits one = Bits{1} << digits;
    const Bits mantissa = (bits & (one - 1)) | (exponent == 0 ? Bits{0} : one);
    const std::uint32_t shift = exponent == 0 ? 0 : exponent - 1;  // in units of the smallest number
    const std::int64_t sign = bits >> (digits + exponents) == 0 ? 1 : -1;
    add(shift, static_cast<std::uint32_t>(mantissa), sign);
    if constexpr (sizeof(W) == 8) add(shift + 32, static_cast<std::uint32_t>(mantissa >> 32), sign);
  }

  /// The sum, rounded. Its sign is exact, and it is 0 only if the sum is.
  long double value() const {
    const Limbs plain = carried(1);
    return plain.back() < 0 ? -magnitude(carried(-1)) : magnitude(plain);
  }

 private:
  using Bits = std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>;
  static constexpr int digits = sizeof(W) == 4 ? 23 : 52;
  static constexpr int exponents = sizeof(W) == 4 ? 8 : 11;
  static constexpr int smallest = sizeof(W) == 4 ? -149 : -1074;
  using Limbs = std::array<std::int64_t, sizeof(W) == 4 ? 11 : 69>;  // of 32 bits each, the lowest first

  void add(std::uint32_t shift, std::uint32_t part, std::int64_t sign) {
    const std::uint64_t moved = std::uint64_t{part} << (shift % 32);
    limbs_[shift / 32] += sign * static_cast<std::int64_t>(moved & 0xffff'ffffU);
    limbs_[shift / 32 + 1] += sign * static_cast<std::int64_t>(moved >> 32);
  }

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
      value += std::ldexp(static_cast<long double>(limbs[i]), static_cast<int>(32 * i) + smallest);
    return value;
  }

  Limbs limbs_{};
};

}  // namespace wayfront::certificates
