#include "base/share_text.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("shares in percent; 100 % is the whole alone") {
  CHECK(share_text(1) == "100 %");
  CHECK(share_text(0.99999) == "99.9 %");
  CHECK(share_text(0.5) == "50 %");
  CHECK(share_text(0.000209) == "0.0209 %");
  CHECK(share_text(0) == "0 %");
  CHECK(share_text(std::numeric_limits<double>::quiet_NaN()) == "-");
}

}  // namespace
}  // namespace wayfront::host
