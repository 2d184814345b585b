#include "base/float_mode.hpp"

#include <cfenv>

#include "../../test.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("the mode is set in this thread, and whether it was another one is told") {
  set_float_mode();
  CHECK_FALSE(set_float_mode());
  std::fesetround(FE_DOWNWARD);
  CHECK(set_float_mode());
  CHECK(std::fegetround() == FE_TONEAREST);
  volatile double one = 1, three = 3;
  const volatile double third = one / three;  // raises a flag, which is not a mode
  CHECK(third > 0);
  CHECK_FALSE(set_float_mode());
}

TEST_CASE("a caller finds the mode that it had") {
  std::fesetround(FE_DOWNWARD);
  {
    const CallerFloatMode mode;
    CHECK(std::fegetround() == FE_TONEAREST);
  }
  CHECK(std::fegetround() == FE_DOWNWARD);
  set_float_mode();
  {
    const CallerFloatMode mode;
    std::fesetround(FE_UPWARD);
  }
  CHECK(std::fegetround() == FE_UPWARD);  // nothing to restore: it was the host's before
  set_float_mode();
}

TEST_CASE("pieces of work begin in the host's mode, whatever earlier ones left in their threads") {
  HostContext context(4);
  constexpr std::uint64_t pieces = 10'000;
  std::atomic<std::uint64_t> nearest{0};
  context.parallel_for(pieces, 1, [&](std::uint64_t, std::uint64_t) {
    nearest += std::fegetround() == FE_TONEAREST ? 1 : 0;
    std::fesetround(FE_UPWARD);
  });
  CHECK(nearest == pieces);
  set_float_mode();
}

}  // namespace
}  // namespace wayfront::host
