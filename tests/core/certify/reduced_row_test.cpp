#include "certify/reduced/reduced_row.hpp"
#include "../output_of.hpp"
#include "certify/exact_sum.hpp"
#include "certify/poison.hpp"
#include "certify/reduced/row_sample.hpp"
#include "wayfront/cpu/row_reduction.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace reduced_row_test {

constexpr double no_limit = std::numeric_limits<double>::infinity();

template <WeightType W>
std::vector<W> random_row(std::size_t size, std::uint64_t seed, bool negative) {
  std::mt19937_64 random(seed);
  std::vector<W> row;
  for (std::size_t i = 0; i < size; ++i) {
    const auto value = static_cast<std::int64_t>(random() % 1000) - (negative ? 500 : 0);
    row.push_back(random() % 5 == 0 ? unreached<W> : static_cast<W>(value));
  }
  return row;
}

TEST_CASE_TEMPLATE("rows of any length are reduced as one entry after the other", W, std::int32_t, float, std::int64_t,
                   double) {
  for (std::size_t size = 0; size < 70; ++size) {
    const bool negative = size % 3 == 0;
    const std::vector<W> row = random_row<W>(size, size, negative);
    for (const double limit : {no_limit, 700.0, 250.5, 0.0})
      for (const double within : {no_limit, 300.0, 0.0}) {
        std::uint64_t reached = 0, near = 0;
        double sum = 0, harmonic = 0;
        W max = 0;
        for (const W d : row) {
          if (d == unreached<W> || static_cast<double>(d) > limit) continue;
          ++reached;
          if (static_cast<double>(d) <= within) ++near;
          sum += static_cast<double>(d);
          max = std::max(max, d);
          if (d != 0) harmonic += 1 / static_cast<double>(d);
        }
        const OutputRow<W> whole(row);
        const ReducedRow it = reduced_row({.more = {.limit = limit}}, within, whole.output, 0);
        CHECK(it.reached == reached);
        CHECK(it.within == near);
        CHECK(it.sum == ExactWeight(sum));
        CHECK(it.max == ExactWeight(max));
        CHECK(it.harmonic == doctest::Approx(harmonic).epsilon(1e-9));
      }
  }
}

TEST_CASE("sums of integers are exact beyond 64 bits, and below zero") {
  constexpr std::int64_t large = std::numeric_limits<std::int64_t>::max() - 1;
  OutputRow<std::int64_t> whole(std::vector<std::int64_t>(21, large));
  const ReducedRow it = reduced_row({}, no_limit, whole.output, 0);
  CHECK(it.sum.integer() == Int128{large} * 21);
  OutputRow<std::int64_t> below(std::vector<std::int64_t>(21, -large));
  CHECK(reduced_row({}, no_limit, below.output, 0).sum.integer() == Int128{-large} * 21);
  CHECK(reduced_row({}, no_limit, below.output, 0).max.integer() == 0);
}

/// Reductions of one row, as a plugin gives them.
template <WeightType W>
struct Given {
  Given(const std::vector<W>& row, double within) : reduction(reduce_row<W>(row, no_limit, within)) {
    output.kind = weight_kind<W>;
    output.vertices = static_cast<Vertex>(row.size());
    output.reductions = &reduction;
  }
  Reduction<W> reduction;
  Output output;
};

TEST_CASE_TEMPLATE("every figure that differs is found, and rounding does not count", W, std::int32_t, float,
                   std::int64_t, double) {
  const Problem question{.source = 0};
  const std::vector<W> row = {0, 7, 3, unreached<W>, 9, 3, 1, 12, 5, 5, 2};
  const OutputRow<W> whole(row);
  const auto fault = [&](const auto& change) {
    Given<W> given(row, 5);
    change(given.reduction);
    return reduction_fault(question, 5, given.output, 0, whole.output, 0);
  };
  using R = Reduction<W>;
  CHECK(fault([](R&) {}).empty());
  CHECK(fault([](R& it) { it.harmonic *= 1 + 1e-15; }).empty());
  CHECK(contains(fault([](R& it) { ++it.reached; }), "'reached' is 11"));
  CHECK(contains(fault([](R& it) { --it.within; }), "'within' is 6"));
  CHECK(contains(fault([](R& it) { it.max = 11; }), "'max' is 11"));
  CHECK(contains(fault([](R& it) { it.harmonic *= 1 + 1e-12; }), "'harmonic'"));
  const auto wrong_sum = fault([](R& it) {
    if constexpr (std::is_integral_v<W>)
      ++it.sum.low;
    else
      it.sum += 1;
  });
  CHECK(contains(wrong_sum, "'sum' is 48, but the certified row of all distances gives 47"));
}

TEST_CASE_TEMPLATE("figures that were not written, or that no row has, are found without a row", W, std::int32_t, float,
                   std::int64_t, double) {
  const Problem question{.source = 0, .more = {.limit = 10}};
  const std::vector<W> row = {0, 7, 3, unreached<W>};
  const auto fault = [&](const auto& change) {
    Given<W> given(row, 5);
    change(given.reduction, given.output);
    return impossible_figure(given.output, 0, question);
  };
  using R = Reduction<W>;
  CHECK(fault([](R&, Output&) {}).empty());
  CHECK(contains(fault([](R&, Output& output) { poison(output); }), "'reached' was not written"));
  const auto without = [&](auto R::*figure) {
    return fault([&](R& it, Output& output) {
      R written = it;
      poison(output);
      written.*figure = it.*figure;
      it = written;
    });
  };
  CHECK(without(&R::within) == "its figure 'within' was not written");
  CHECK(without(&R::harmonic) == "its figure 'harmonic' was not written");
  CHECK(without(&R::max) == "its figure 'max' was not written");
  CHECK(without(&R::sum) == "its figure 'sum' was not written");
  CHECK(contains(fault([](R& it, Output&) { it.reached = 0; }), "'reached' is 0"));
  CHECK(contains(fault([](R& it, Output&) { it.reached = 5; }), "has 4 vertices"));
  CHECK(contains(fault([](R& it, Output&) { it.within = 4; }), "more than the 3"));
  CHECK(contains(fault([](R& it, Output&) { it.max = 11; }), "'max' is 11"));
  CHECK(contains(fault([](R& it, Output&) { it.max = -1; }), "'max' is -1"));
}

TEST_CASE("rows are drawn without repetition, the same for the same seed, in the order of the sources") {
  std::vector<Vertex> sources;
  for (Vertex v = 0; v < 1000; ++v) sources.push_back(999 - v);
  const std::vector<Vertex> drawn = sampled_rows(sources, {.rows = 32, .seed = 5});
  CHECK(drawn.size() == 32);
  CHECK(std::ranges::is_sorted(drawn, std::greater()));
  CHECK(std::set<Vertex>(drawn.begin(), drawn.end()).size() == 32);
  CHECK(sampled_rows(sources, {.rows = 32, .seed = 5}) == drawn);
  CHECK(sampled_rows(sources, {.rows = 32, .seed = 6}) != drawn);
  CHECK(sampled_rows(sources, {.rows = RowSampling::all}) == sources);
  CHECK(sampled_rows(sources, {.rows = 0}).empty());
  const ChosenVertices chosen(drawn, 1000);
  CHECK(std::ranges::count_if(sources, [&](Vertex v) { return chosen.has(v); }) == 32);
  CHECK(ChosenVertices().has(7));
  CHECK(!RowSampling{.rows = 32}.draws_whole_rows(1000));
  CHECK(RowSampling{.rows = 32, .whole_beyond = 999}.draws_whole_rows(1000));
  CHECK(!RowSampling{.rows = 32, .whole_beyond = 1000}.draws_whole_rows(1000));
  CHECK(!RowSampling{.rows = RowSampling::all, .whole_beyond = 0}.draws_whole_rows(1000));
}

TEST_CASE_TEMPLATE("sums of whole numbers and of both ends of the range", W, float, double) {
  using Limits = std::numeric_limits<W>;
  const auto sum = [](std::vector<W> terms) {
    ExactSum<W> it;
    for (const W term : terms) it += term;
    return it;
  };
  CHECK(sum({}).value() == 0);
  CHECK_FALSE(sum({}).is_negative());
  CHECK_FALSE(sum({W{-0.0}}).is_negative());
  CHECK(sum({3, 4, -9}).value() == -2);
  CHECK(sum({3, 4, -9}).is_negative());
  CHECK(sum({Limits::denorm_min(), -Limits::min()}).value() == double{Limits::denorm_min()} - double{Limits::min()});
  CHECK(sum({Limits::max(), Limits::max(), -Limits::denorm_min(), -Limits::max(), -Limits::max()}).is_negative());
  CHECK_FALSE(sum({Limits::max(), Limits::max(), Limits::denorm_min(), -Limits::max(), -Limits::max()}).is_negative());
  CHECK(sum({Limits::max(), Limits::max(), -Limits::max(), -Limits::max()}).value() == 0);
}

TEST_CASE_TEMPLATE("the sign of random sums is that of their rest, and terms with their opposites leave zero", W, float,
                   double) {
  std::mt19937_64 random(3);
  const auto any = [&] {
    for (;;) {
      const auto bits = random();
      const W value = sizeof(W) == 4 ? static_cast<W>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                                     : static_cast<W>(std::bit_cast<double>(bits));
      if (std::isfinite(value)) return value;
    }
  };
  for (int round = 0; round < 2000; ++round) {
    std::vector<W> terms(random() % 20);
    for (W& term : terms) term = any();
    const W rest = random() % 4 == 0 ? W{0} : any();
    ExactSum<W> sum;
    for (const W term : terms) sum += term;
    sum += rest;
    for (const W term : terms) sum += -term;
    CHECK(sum.is_negative() == (rest < 0));
    CHECK(sum.value() == double{rest});
  }
}

}  // namespace reduced_row_test
}  // namespace wayfront::host
