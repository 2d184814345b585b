#include "compare/summary.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "../sample_results.hpp"

namespace wayfront::host {
namespace {

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

}  // namespace
}  // namespace wayfront::host
