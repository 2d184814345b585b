#include "compare/comparison.hpp"
#include "../../test.hpp"
#include "../sample_results.hpp"
#include "compare/summary.hpp"

namespace wayfront::host {
namespace comparison_test {

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

RunResult run(const char* label, double prepare, std::vector<double> solves, std::uint32_t sources = 1) {
  RunResult it;
  it.label = label;
  it.prepare = prepare;
  for (std::size_t i = 0; i < solves.size(); ++i) {
    it.samples.push_back(made_sample(i, 1, solves[i]));
    it.samples.back().sources = sources;
  }
  return it;
}

Results results_of(std::vector<RunResult> runs) {
  Results it;
  it.runs = std::move(runs);
  return it;
}

TEST_CASE("preparing has paid after its time divided by what each source saves") {
  const auto paid = break_even(results_of({run("search", 1e-6, {0.010, 0.009, 0.011}), run("sweep", 0.5, {0.001}),
                                           run("slow sweep", 0.5, {0.010}), run("slow search", 2e-6, {0.02}),
                                           run("quick to prepare", 0.0105, {0.0075})}));
  REQUIRE(paid.size() == 5);
  CHECK(paid[0].rival.empty());
  CHECK(paid[1].rival == "search");
  CHECK(paid[1].sources == 56);  // 0.499999 / 0.009 = 55.6
  CHECK(paid[2].rival == "search");
  CHECK(!paid[2].sources);       // never
  CHECK(paid[3].rival.empty());  // prepares nothing either
  CHECK(paid[4].sources == 5);   // 0.010499 / 0.0025 = 4.2
}

TEST_CASE("less than a millisecond is not a preparation") {
  CHECK(break_even(results_of({run("a", 0, {2e-6}), run("b", 9e-4, {1e-6})}))[1].rival.empty());
  CHECK(break_even(results_of({run("a", 0, {2e-6}), run("b", 1.9995e-3, {1e-6})}))[1].sources == 2000);
}

TEST_CASE("with batches, what counts is the time per source") {
  const auto paid = break_even(results_of({run("search", 0, {0.16}, 16), run("sweep", 0.9, {0.016}, 16)}));
  CHECK(paid[1].sources == 100);  // 0.9 / (0.010 - 0.001)
}

TEST_CASE("where all prepare, the rival is the one that prepares in the shortest time") {
  const auto paid =
      break_even(results_of({run("a", 3, {0.001}), run("b", 1, {0.003}), run("c", 2, {0.004}), run("d", 1, {0.002})}));
  CHECK(paid[0].rival == "b");
  CHECK(paid[0].sources == 1000);  // 2 / 0.002
  CHECK(paid[1].rival.empty());
  CHECK(paid[2].rival == "b");
  CHECK(!paid[2].sources);
  CHECK(paid[3].rival.empty());  // prepares as fast
}

TEST_CASE("runs without samples and controls have no part in it") {
  auto control = run("search again", 0, {0.001});
  control.control = true;
  const auto paid =
      break_even(results_of({run("failed", 0, {}), control, run("search", 0, {0.010}), run("sweep", 0.009, {0.001})}));
  CHECK(paid[0].rival.empty());
  CHECK(paid[1].rival.empty());
  CHECK(paid[3].rival == "search");
  CHECK(paid[3].sources == 1);
  CHECK(break_even(results_of({})).empty());
  CHECK(break_even(results_of({run("sweep", 1, {0.001})}))[0].rival.empty());
}

TEST_CASE("quantiles are linear between neighbours") {
  const std::vector<double> values = {4, 1, 3, 2};
  CHECK(quantile(values, 0) == 1);
  CHECK(quantile(values, 0.5) == 2.5);
  CHECK(quantile(values, 0.25) == 1.75);
  CHECK(quantile(values, 1) == 4);
  CHECK(quantile({7}, 0.9) == 7);
  CHECK(std::isnan(quantile({}, 0.5)));
}

Results with_batches(std::uint32_t first, std::uint32_t second) {
  Results results = made_results();
  results.runs[0].samples[0].sources = first;
  results.runs[0].samples[0].solve = 6;
  results.runs[0].samples[1].sources = second;
  results.runs[0].samples[1].solve = 2;
  return results;
}

TEST_CASE("of batches there is the time of a source, and sources a second over all calls") {
  const Results results = with_batches(3, 2);
  const Summary it = summarise(results, results.runs[0], nullptr);
  CHECK(it.batches);
  CHECK(it.solve.median == doctest::Approx(4));
  CHECK(it.per_source == doctest::Approx(1.5));  // of 6 / 3 and 2 / 2
  CHECK(it.sources_per_second == doctest::Approx(5.0 / 8));
}

TEST_CASE("without batches a source is a call") {
  const Results results = with_batches(1, 1);
  const Summary it = summarise(results, results.runs[0], nullptr);
  CHECK_FALSE(it.batches);
  CHECK(it.per_source == doctest::Approx(it.solve.median));
  CHECK(it.sources_per_second == doctest::Approx(2.0 / 8));
}

TEST_CASE("where only a part of the distances is asked for, there is no MTEPS figure") {
  Results results = with_batches(1, 1);
  CHECK(std::isfinite(summarise(results, results.runs[0], nullptr).mteps));
  for (const char* const key : {"limit", "targets", "count"}) {
    Results asked = results;
    asked.pipeline["problem"][key] = {{"value", 5}, {"set", true}};
    CHECK(asks_for_part(asked));
    CHECK(std::isnan(summarise(asked, asked.runs[0], nullptr).mteps));
    asked.pipeline["problem"][key]["set"] = false;
    CHECK_FALSE(asks_for_part(asked));
  }
}

}  // namespace comparison_test
}  // namespace wayfront::host
