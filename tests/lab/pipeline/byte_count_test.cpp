#include "pipeline/pipeline_parts.hpp"

#include <doctest/doctest.h>

namespace wayfront::host {
namespace {

TEST_CASE("amounts of memory have units, or are a share of the machine's") {
  CHECK(parse_byte_count("4096B") == 4096);
  CHECK(parse_byte_count("500MB") == 500'000'000);
  CHECK(parse_byte_count("8 GiB") == std::uint64_t{8} << 30);
  CHECK(parse_byte_count("1.5KiB") == 1536);
  const auto all = parse_byte_count("100%");
  const auto half = parse_byte_count("50%");
  REQUIRE(all);
  REQUIRE(half);
  CHECK(*half <= *all / 2 + 1);
  CHECK(*half + 1 >= *all / 2);
}

TEST_CASE("anything else is none") {
  for (const char* text : {"", "MB", "lots", "-1", "0", "1", "4096", "0MB", "nan", "inf", "1e30", "8 gib", "8GiB ",
                           "8  GiB", "1,5MB", "100.1%", "101%"})
    CHECK_MESSAGE(!parse_byte_count(text), text);
}

}  // namespace
}  // namespace wayfront::host
