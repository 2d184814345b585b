#include "maps/compact_numbers.hpp"

#include <doctest/doctest.h>

#include <string>

namespace wayfront::host {
namespace {

TEST_CASE("base64, as RFC 4648 has it") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foob") == "Zm9vYg==");
  CHECK(base64("fooba") == "Zm9vYmE=");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64("\xff\xfe\xfd") == "//79");
}

TEST_CASE("numbers take as many bytes as they need") {
  const auto bytes = [](auto&& add) {
    CompactNumbers numbers;
    add(numbers);
    return std::string(numbers.bytes());
  };
  CHECK(bytes([](auto& it) { it.add(0); }) == std::string(1, '\0'));
  CHECK(bytes([](auto& it) { it.add(127); }) == "\x7f");
  CHECK(bytes([](auto& it) { it.add(128); }) == "\x80\x01");
  CHECK(bytes([](auto& it) { it.add(300); }) == "\xac\x02");
  CHECK(bytes([](auto& it) { it.add(~std::uint64_t{0}); }).size() == 10);
  CHECK(bytes([](auto& it) { it.add_signed(-1), it.add_signed(1), it.add_signed(-64); }) == "\x01\x02\x7f");
  CHECK(bytes([](auto& it) { it.add_next(5), it.add_next(3), it.add_next(3); }) == std::string("\x0a\x03\x00", 3));
}

}  // namespace
}  // namespace wayfront::host
