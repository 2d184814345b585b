// Random choices that are the same on every machine: std::mt19937_64 is, the distributions of <random> are not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace wayfront::certificates {

class Random {
 public:
  /// One stream of numbers for each try of a campaign.
  Random(std::uint64_t seed, std::uint64_t number) : engine_(mixed(mixed(seed) + number)) {}

  /// 0 .. count - 1; `count` must not be 0.
  std::uint32_t below(std::size_t count) { return static_cast<std::uint32_t>(engine_() % count); }
  bool percent(unsigned chance) { return below(100) < chance; }
  std::uint64_t bits() { return engine_(); }
  template <class T>
  T pick(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }
  template <class T>
  const T& pick(const std::vector<T>& values) {
    return values[below(values.size())];
  }

 private:
  static std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
  }

  std::mt19937_64 engine_;
};

/// A way to change an answer, and how often it is taken among others.
struct Way {
  const char* what;
  std::function<void()> change;
  unsigned often = 1;
};
/// Takes one of them. Returns what it is called.
inline std::string take_one(Random& random, std::initializer_list<Way> ways) {
  unsigned all = 0;
  for (const Way& way : ways) all += way.often;
  const Way* taken = ways.begin();
  for (unsigned left = random.below(all); left >= taken->often; ++taken) left -= taken->often;
  taken->change();
  return taken->what;
}

}  // namespace wayfront::certificates
