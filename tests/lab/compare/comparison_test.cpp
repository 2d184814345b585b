#include "compare/comparison.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "../sample_results.hpp"

namespace wayfront::host {
namespace {

/// Times as a machine makes them: log-normal noise of each solve, a drift of the clock that is common to a block (a
/// slow wave and a random walk), a step where something else starts, and now and then a solve that is hit by it. Two
/// processes of one program differ by `between` all the while (standard deviation of the logarithm).
class Machine {
 public:
  Machine(std::uint64_t seed, double noise, double between = 0) : random_(seed), noise_(noise), between_(between) {}

  /// 30 blocks of two runs, the second `factor` as fast.
  std::vector<double> ratios(double factor, int blocks = 30) {
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    const double phase = uniform(random_) * 6.28, step = uniform(random_) * blocks;
    double walk = 0;
    const double offset = between_ * normal(random_);
    std::vector<double> all;
    const auto solve = [&](int block, double seconds) {
      const double drift = 0.05 * std::sin(phase + block * 0.2) + walk + (block > step ? 0.1 : 0);
      const double hit = uniform(random_) < 0.03 ? 1 + 2 * uniform(random_) : 1;
      return seconds * hit * std::exp(drift + noise_ * normal(random_));
    };
    for (int block = 0; block < blocks; ++block) {
      walk += 0.01 * normal(random_);
      const double first = solve(block, 1), second = solve(block, std::exp(offset) / factor);
      all.push_back(first / second);
    }
    return all;
  }

 private:
  std::mt19937_64 random_;
  double noise_, between_;
};

constexpr double between_processes = 0.007;

/// How many per cent of the comparisons of two runs end as each standing. `apart`: two processes.
std::map<Verdict, double> per_cent(double factor, double noise, bool apart, int comparisons = 400) {
  Machine machine(7, noise, apart ? between_processes : 0);
  std::map<Verdict, double> found;
  for (int i = 0; i < comparisons; ++i) found[compare(machine.ratios(factor), apart).verdict] += 100.0 / comparisons;
  return found;
}

TEST_CASE("two identical contenders are the same in 95 of 100 comparisons, on quiet and on restless machines") {
  for (const bool apart : {false, true}) {
    CAPTURE(apart);
    for (const double noise : {0.002, 0.01, 0.02, 0.03}) {
      CAPTURE(noise);
      auto found = per_cent(1, noise, apart);
      CHECK(found[Verdict::same] >= 95);
      CHECK(found[Verdict::faster] + found[Verdict::slower] <= 3);
    }
    // Too noisy to say "same", but still not "faster".
    auto found = per_cent(1, 0.2, apart);
    CHECK(found[Verdict::faster] + found[Verdict::slower] <= 8);
    CHECK(found[Verdict::same] <= 5);
  }
}

TEST_CASE("a difference of 5 % is found with 30 samples") {
  for (const bool apart : {false, true}) {
    CAPTURE(apart);
    for (const double noise : {0.002, 0.01, 0.02}) {
      CAPTURE(noise);
      CHECK(per_cent(1.05, noise, apart)[Verdict::faster] >= 95);
      CHECK(per_cent(1 / 1.05, noise, apart)[Verdict::slower] >= 95);
      CHECK(per_cent(1.05, noise, apart)[Verdict::same] <= 1);
    }
  }
}

TEST_CASE("the interval holds the true median in about 95 of 100 cases") {
  for (const bool apart : {false, true}) {
    CAPTURE(apart);
    Machine machine(11, 0.01, apart ? between_processes : 0);
    int held = 0;
    for (int i = 0; i < 500; ++i) {
      const Interval interval = compare(machine.ratios(1.2), apart).interval;
      held += interval.low <= 1.2 && 1.2 <= interval.high ? 1 : 0;
    }
    CHECK(held >= 0.91 * 500);
    CHECK(held <= 0.99 * 500);
  }
}

TEST_CASE("the bootstrap is deterministic, ordered and bounded by its values") {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6, 7};
  const Interval a = median_interval(values), b = median_interval(values);
  CHECK(a.low == b.low);
  CHECK(a.high == b.high);
  CHECK(a.low >= 1);
  CHECK(a.low < 4);
  CHECK(a.high > 4);
  CHECK(a.high <= 7);
  CHECK(std::isnan(median_interval(std::vector<double>{1}).low));
  CHECK(median_interval(std::vector<double>(9, 3.0)).high == 3);
  std::vector<double> many(100001);
  std::iota(many.begin(), many.end(), 0);
  CHECK(median_interval(many).low > 49000);
  CHECK(median_interval(many).high < 51000);
}

TEST_CASE("few pairs are unclear, none are nothing") {
  CHECK(compare({}, false).verdict == Verdict::none);
  CHECK(std::isnan(compare({}, false).ratio));
  const std::vector<double> four(4, 2.0), five(5, 2.0);
  CHECK(compare(four, false).verdict == Verdict::unclear);
  CHECK(compare(four, false).ratio == doctest::Approx(2));
  CHECK(compare(five, false).verdict == Verdict::faster);
}

TEST_CASE("what the baseline differs from itself is no difference") {
  std::vector<double> eight(30), twenty(30), three(30);
  for (std::size_t i = 0; i < 30; ++i) {
    const double jitter = 1 + 0.001 * static_cast<double>(i % 5);
    eight[i] = 1.08 * jitter;
    twenty[i] = 1.2 * jitter;
    three[i] = 1.03 * jitter;
  }
  const Comparison control = compare(eight, false);
  CHECK(control.verdict == Verdict::faster);
  CHECK(compare(three, false).verdict == Verdict::faster);
  CHECK(compare(three, false, &control).verdict == Verdict::same);
  CHECK(compare(eight, false, &control).verdict == Verdict::unclear);
  CHECK(compare(twenty, false, &control).verdict == Verdict::faster);
  CHECK(compare(twenty, false, &control).margin == doctest::Approx(0.05));
}

TEST_CASE("pairs are of one source and repeat; the others do not count") {
  RunResult reference, run;
  reference.samples = {made_sample(1, 1, 4), made_sample(1, 2, 6), made_sample(2, 1, 9)};
  run.samples = {made_sample(2, 1, 3), made_sample(1, 2, 2), made_sample(3, 1, 1), made_sample(1, 1, 0)};
  CHECK(paired_ratios(reference, run) == std::vector<double>{3, 3});
}

}  // namespace
}  // namespace wayfront::host
