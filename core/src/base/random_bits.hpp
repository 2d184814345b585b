// Random numbers by key: the same for the same key on every machine and with any number of threads.
#pragma once

#include <cstdint>

namespace wayfront::host {

/// The finalizer of splitmix64 (Steele, Lea and Flood, OOPSLA 2014): every bit of the result depends on every bit of x.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58'476d'1ce4'e5b9U;
  x ^= x >> 27;
  x *= 0x94d0'49bb'1331'11ebU;
  return x ^ (x >> 31);
}

/// A different key for each seed.
constexpr std::uint64_t key_of_seed(std::uint64_t seed) { return mix(seed + 0x9e37'79b9'7f4a'7c15U); }

/// Maps 64 random bits to [0, count), count > 0, without a division.
constexpr std::uint64_t scale(std::uint64_t bits, std::uint64_t count) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((Wide{bits} * count) >> 64);
}

}  // namespace wayfront::host
