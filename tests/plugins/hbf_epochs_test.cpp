#include "epochs.hpp"

#include "../test.hpp"

namespace wayfront::hbf {
namespace hbf_epochs_test {

TEST_CASE("no round of two that meet shares a number with the other, however many there were before") {
  for (const std::uint32_t per_round : {1U, 64U}) {
    CAPTURE(per_round);
    Epochs epochs{.per_round = per_round};
    std::uint64_t round = 0;
    for (int again = 0; again < 3; ++again) {
      const std::uint64_t last = epochs.last_round();
      REQUIRE(last > round);
      CHECK(epochs.of(round + 1) == per_round);  // never 0, which is that of labels without an improvement
      CHECK(epochs.of(last) > epochs.of(last - 1));
      CHECK(epochs.of(last) + (per_round - 1) >= epochs.of(last));          // the round's other numbers fit, too
      CHECK(std::uint64_t{epochs.of(last)} + 2 * per_round > 0xffff'ffff);  // and few are left over
      epochs.forgotten = round = last;
    }
    CHECK(round > std::uint64_t{1} << (per_round == 1 ? 33 : 27));
  }
}

}  // namespace hbf_epochs_test
}  // namespace wayfront::hbf
