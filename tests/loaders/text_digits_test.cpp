#include "text/digits.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>

namespace wayfront::textfile {
namespace {

TEST_CASE("digits end at any byte that is none, and eight at most are read") {
  std::mt19937 random(1);
  for (int end = 0; end < 256; ++end) {
    if (end >= '0' && end <= '9') continue;
    for (unsigned count = 0; count <= 8; ++count) {
      for (int sample = 0; sample < 20; ++sample) {
        std::string text;
        std::uint32_t value = 0;
        for (unsigned i = 0; i < count; ++i) {
          const unsigned digit = sample == 0 ? 0 : sample == 1 ? 9 : static_cast<unsigned>(random() % 10);
          value = value * 10 + digit;
          text += static_cast<char>('0' + digit);
        }
        text += static_cast<char>(end);
        while (text.size() < 16) text += static_cast<char>(random() % 256);
        const Digits digits = read_digits(text.data());
        REQUIRE(digits.count == count);
        if (count != 0) REQUIRE(digits.value == value);
      }
    }
  }
  CHECK(read_digits("1234567890").count == 8);
  CHECK(read_digits("1234567890").value == 12345678);
}

}  // namespace
}  // namespace wayfront::textfile
