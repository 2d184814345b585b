#include "auto/installed_device.hpp"

#include <doctest/doctest.h>

namespace wayfront::host {
namespace {

TEST_CASE("without a driver there is no device") {
  CHECK_FALSE(device_of("no-such-driver.so").has_value());
  CHECK_FALSE(device_of("libc.so.6").has_value());
}

}  // namespace
}  // namespace wayfront::host
