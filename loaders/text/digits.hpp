// Up to sixteen decimal digits at once, in 64-bit words and without a branch on a digit.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace wayfront::textfile {

static_assert(std::endian::native == std::endian::little, "the first digit is the lowest byte of the word");

struct Digits {
  std::uint32_t value;
  unsigned count;  // 0: no digit, and value means nothing; 8: more may follow
};

/// Reads eight bytes from `text`, all of which must be readable.
inline Digits read_digits(const char* text) {
  std::uint64_t word;
  std::memcpy(&word, text, sizeof(word));
  word ^= 0x3030'3030'3030'3030U;  // digits become 0 to 9
  // The top bit of each byte that is not a digit. A carry from one only disturbs bytes after the first such byte.
  const std::uint64_t others = ((word + 0x7676'7676'7676'7676U) | word) & 0x8080'8080'8080'8080U;
  const unsigned count = static_cast<unsigned>(std::countr_zero(others)) / 8;
  word <<= (64 - 8 * count) & 63;  // the last digit becomes the highest byte, zeros lead
  word = (word * 10 + (word >> 8)) & 0x00ff'00ff'00ff'00ffU;
  word = (word * 100 + (word >> 16)) & 0x0000'ffff'0000'ffffU;
  word = word * 10'000 + (word >> 32);
  return {static_cast<std::uint32_t>(word), count};
}

struct LongDigits {
  std::uint64_t value;
  unsigned count;  // 0: no digit, and value means nothing; 16: more may follow
};

/// Reads up to sixteen bytes from `text`, all of which must be readable.
inline LongDigits read_long_digits(const char* text) {
  constexpr std::uint32_t powers[] = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
  const Digits high = read_digits(text);
  if (high.count < 8) [[likely]]
    return {high.value, high.count};
  const Digits low = read_digits(text + 8);
  if (low.count == 0) return {high.value, high.count};
  return {std::uint64_t{high.value} * powers[low.count] + low.value, 8 + low.count};
}

}  // namespace wayfront::textfile
