// Answers that are watched: when each distance had its last value.
#include "run/answer_watch.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "run/output_buffers.hpp"

namespace wayfront::host {
namespace {

template <class W>
void check_small() {
  OutputBuffers buffers(weight_kind<W>, 4, false);
  Output& output = buffers.fresh();
  AnswerWatch watch;
  watch.begin(output);
  const auto distances = output.distances_as<W>();
  for (W& it : distances) it = W{100};
  distances[0] = 0;
  distances[1] = 5;
  watch.round({.round = 1, .relaxed = 3, .seconds = 0.5});
  distances[1] = 4;
  distances[2] = 7;
  watch.round({.round = 2, .relaxed = 2, .seconds = 0.75});
  distances[3] = 9;
  const AnswerOrder order = watch.end(1);
  REQUIRE(order.steps.size() == 3);
  CHECK(order.last == std::vector<std::uint32_t>{0, 1, 1, 2});
  CHECK(order.steps[0].seconds == doctest::Approx(0.5).epsilon(0.01));
  CHECK(order.steps[1].relaxed == 5);
  CHECK(order.steps[2].rounds == 2);
  CHECK(order.steps[2].seconds <= 1);
}

TEST_CASE("a distance is final in the round in which it changes last") {
  check_small<std::int32_t>();
  check_small<double>();
}

TEST_CASE("of long searches evenly spaced rounds are looked at") {
  constexpr std::uint64_t rounds = 10'000;
  OutputBuffers buffers(WeightKind::int32, rounds, false);
  Output& output = buffers.fresh();
  AnswerWatch watch;
  watch.begin(output);
  const auto distances = output.distances_as<std::int32_t>();
  for (std::uint64_t i = 0; i < rounds; ++i) {
    distances[i] = static_cast<std::int32_t>(i);
    watch.round({.round = i + 1, .relaxed = 1, .seconds = 1e-3 * static_cast<double>(i)});
  }
  const AnswerOrder order = watch.end(20);
  CHECK(order.steps.size() <= AnswerOrder::max_steps + 1);
  CHECK(order.steps.size() > AnswerOrder::max_steps / 3);
  for (std::size_t i = 0; i < rounds; ++i) {
    const std::uint32_t step = order.last[i];
    REQUIRE(step < order.steps.size());
    CHECK(order.steps[step].rounds >= i + 1);
    if (step > 0) CHECK(order.steps[step - 1].rounds <= i);
  }
  CHECK(order.steps.back().relaxed == rounds);
}

TEST_CASE("without a round there is one step, the end") {
  OutputBuffers buffers(WeightKind::float32, 2, false);
  Output& output = buffers.fresh();
  AnswerWatch watch;
  watch.begin(output);
  output.distances_as<float>()[0] = 1;
  const AnswerOrder order = watch.end(2);
  CHECK(order.steps.size() == 1);
  CHECK(order.steps[0].rounds == 0);
}

}  // namespace
}  // namespace wayfront::host
