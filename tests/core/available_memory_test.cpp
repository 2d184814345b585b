#include "available_memory.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

namespace wayfront::host {

TEST_CASE("some memory is available, and no more than the machine has") {
  const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  CHECK(available_memory() > std::uint64_t{1} << 20);
  CHECK(available_memory() <= pages * page);
}

TEST_CASE("bytes are written with three digits or so") {
  CHECK(bytes_text(0) == "0 bytes");
  CHECK(bytes_text(999) == "999 bytes");
  CHECK(bytes_text(17'179'869'176.0) == "17.2 GB");
  CHECK(bytes_text(2e18) == "2000.0 PB");
}

}  // namespace wayfront::host
