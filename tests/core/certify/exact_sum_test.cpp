#include "certify/exact_sum.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace {

TEST_CASE_TEMPLATE("sums of whole numbers and of both ends of the range", W, float, double) {
  using Limits = std::numeric_limits<W>;
  const auto sum = [](std::vector<W> terms) {
    ExactSum<W> it;
    for (const W term : terms) it.add(term);
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
    for (const W term : terms) sum.add(term);
    sum.add(rest);
    for (const W term : terms) sum.add(-term);
    CHECK(sum.is_negative() == (rest < 0));
    CHECK(sum.value() == double{rest});
  }
}

}  // namespace
}  // namespace wayfront::host
