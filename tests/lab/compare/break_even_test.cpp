#include "compare/break_even.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "../sample_results.hpp"

namespace wayfront::host {
namespace {

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

}  // namespace
}  // namespace wayfront::host
