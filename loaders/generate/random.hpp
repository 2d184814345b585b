// Random numbers by position: a number depends only on the seed, the stream and the index, so arcs can be made in any
// order and by any number of threads. Every operation here is exact or correctly rounded IEEE arithmetic, so a graph is
// the same on every machine; changing anything here changes everyone's graphs.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "wayfront/graph.hpp"

namespace wayfront::generate {

/// The purpose of a stream's random numbers; streams of one seed are independent of each other.
enum class Stream : std::uint64_t {
  source,
  target,
  weight,
  redraw,
  numbering,
  position,
  junction,
  street,
  speed,
  pitch
};

/// A bijection of 64 bits in which every input bit changes about half of the output bits (SplitMix64's finalizer;
/// Steele, Lea and Flood, OOPSLA 2014, with Stafford's constants).
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// The numbers of one stream. Two keyed rounds, so that streams and seeds are not shifted copies of each other.
class Random {
 public:
  constexpr Random(std::uint64_t seed, Stream stream) : Random(seed, static_cast<std::uint64_t>(stream)) {}

  constexpr std::uint64_t operator()(std::uint64_t index) const { return mix(mix(index + first_) + second_); }

 private:
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
  constexpr Random(std::uint64_t seed, std::uint64_t stream)
      : first_(mix(mix(seed + golden) + (stream + 1) * golden)), second_(mix(first_ + golden)) {}

  std::uint64_t first_;
  std::uint64_t second_;
};

/// The upper half of a 128-bit product: for a random 64-bit number, a number below `count`, each equally likely to
/// within count / 2^64.
constexpr std::uint64_t below(std::uint64_t random, std::uint64_t count) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(random) * count) >> 64);
}

/// A real number in [0, 1) out of a random 64-bit number.
constexpr double unit(std::uint64_t random) { return static_cast<double>(random >> 11) * 0x1p-53; }

/// The natural logarithm of x > 0. The library's differs in the last bit from one processor to the next.
inline double portable_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // [1/2, 1)
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  const double z = (mantissa - 1) / (mantissa + 1);  // ln m = 2 artanh z, |z| < 0.172
  double sum = 0;
  for (int term = 21; term >= 1; term -= 2) sum = sum * (z * z) + 1.0 / term;
  return 2 * z * sum + exponent * 0.69314718055994531;
}

/// e^x for |x| < 700; see portable_log.
inline double portable_exp(double x) {
  const double power = std::floor(x * 1.4426950408889634 + 0.5);
  const double rest = x - power * 0.69314718055994531;  // |rest| < 0.35
  double sum = 1;
  for (int term = 14; term >= 1; --term) sum = 1 + sum * rest / term;
  return std::ldexp(sum, static_cast<int>(power));
}

/// A random permutation of [0, count) without a table: keyed rounds that are bijections of the next power of two,
/// repeated while the result lies outside (cycle walking; Black and Rogaway, CT-RSA 2002).
class Permutation {
 public:
  Permutation(Vertex count, std::uint64_t seed) : count_(count) {
    const int bits = count < 2 ? 0 : std::bit_width(count - 1);
    mask_ = bits == 0 ? 0 : 0xffff'ffffU >> (32 - bits);
    shift_ = (bits + 1) / 2;
    const Random random(seed, Stream::numbering);
    for (int round = 0; round < rounds; ++round) {
      factor_[round] = static_cast<std::uint32_t>(random(2 * static_cast<std::uint64_t>(round))) | 1;
      addend_[round] = static_cast<std::uint32_t>(random(2 * static_cast<std::uint64_t>(round) + 1));
    }
  }

  /// `v` must be below `count`.
  Vertex operator()(Vertex v) const {
    if (mask_ == 0) return v;
    do {
      for (int round = 0; round < rounds; ++round) {
        v = (v * factor_[round] + addend_[round]) & mask_;
        v ^= v >> shift_;
      }
    } while (v >= count_);
    return v;
  }

 private:
  static constexpr int rounds = 4;
  Vertex count_;
  std::uint32_t mask_ = 0;
  int shift_ = 0;
  std::uint32_t factor_[rounds] = {};
  std::uint32_t addend_[rounds] = {};
};

}  // namespace wayfront::generate
