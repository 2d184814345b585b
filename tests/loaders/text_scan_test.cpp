#include "text/scan.hpp"

#include <charconv>

#include "../core/threaded_context.hpp"
#include "../test.hpp"
#include "text/lines.hpp"

namespace wayfront::textfile {
namespace text_scan_test {

/// `text` with so much behind it that the scanners may look at it.
std::string padded(std::string_view text) { return std::string(text) + "\n" + std::string(longest_short_line, '\n'); }

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

TEST_CASE("up to sixteen digits") {
  std::mt19937_64 random(1);
  for (unsigned count = 1; count <= 16; ++count) {
    for (int sample = 0; sample < 100; ++sample) {
      std::string text;
      for (unsigned i = 0; i < count; ++i) text += static_cast<char>('0' + random() % 10);
      const std::string line = padded(text + " 17");
      const LongDigits digits = read_long_digits(line.data());
      CHECK(digits.count == count);
      CHECK(digits.value == std::stoull(text));
    }
  }
  CHECK(read_long_digits(padded("12345678901234567").data()).count == 16);
  CHECK(read_long_digits(padded("x").data()).count == 0);
}

/// The same bits as from_chars, or false.
template <class W>
void compare_as(const std::string& text) {
  using Bits = std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>;
  const std::string line = padded(text);
  const char* at = line.data();
  W value = 0;
  if (!scan_float(at, value)) return;
  W expected = 0;
  const auto [stop, error] = std::from_chars(line.data(), line.data() + text.size(), expected);
  CAPTURE(text);
  REQUIRE(error == std::errc());
  REQUIRE(at == stop);
  REQUIRE(std::bit_cast<Bits>(value) == std::bit_cast<Bits>(expected + W{0}));
}

void compare_float(const std::string& text) {
  compare_as<float>(text);
  compare_as<double>(text);
}

bool scans(std::string_view text) {
  const std::string line = padded(text);
  const char* at = line.data();
  float value = 0;
  return scan_float(at, value);
}

TEST_CASE("decimals become the nearest float") {
  std::mt19937_64 random(2);
  const auto digits = [&](std::uint64_t max) {
    std::string text;
    for (std::uint64_t i = random() % (max + 1); i > 0; --i) text += static_cast<char>('0' + random() % 10);
    return text;
  };
  for (int i = 0; i < 300'000; ++i)
    compare_float((random() % 2 == 0 ? "-" : "") + ("0" + digits(8)) + (random() % 8 == 0 ? "" : "." + digits(10)));
  // halfway between two floats, and next to that
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    const std::uint64_t half = (std::uint64_t{1} << 25) + 2 * (random() % (1U << 24)) + 1;
    compare_float(std::to_string(half));
    compare_float(std::to_string(half) + ".5");
    compare_float(std::to_string(half) + ".000001");
    compare_float(std::to_string(half) + "." + digits(6));
  }
  for (const std::string_view text : {"0", "-0", "0.0", "-0.000", "1.", "16777217", "0.1", "3.4", "999999999999999"})
    compare_float(std::string(text));
  for (const std::string_view text : {"0.35", "-12.5", "16777216", "7", "0.00001"}) CHECK(scans(text));
  for (const std::string_view text : {"", "-", ".5", "x", "1e5", "1.5E-3", "1234567890123456", "+1", "inf"})
    CHECK_FALSE(scans(text));
}

/// A file of pieces that the test cuts.
struct Pieces final : Input {
  std::vector<std::string> pieces;
  std::size_t next = 0;
  std::string_view name() const noexcept override { return "FILE"; }
  std::string_view lines() override { return next < pieces.size() ? std::string_view(pieces[next++]) : ""; }
  std::string_view bytes() override { return lines(); }
};

/// The last part first: order must not matter.
struct Backwards final : host::ThreadedContext {
  Backwards() : ThreadedContext(2) {}
  void parallel_for(std::uint64_t count, std::uint64_t, FunctionRef<void(std::uint64_t, std::uint64_t)> body) override {
    for (std::uint64_t i = count; i > 0; --i) body(i - 1, i);
  }
};

TEST_CASE("the head line by line, the rest in parts, with the numbers of their lines") {
  std::string text;
  for (int i = 1; i <= 30'000; ++i) text += "line " + std::to_string(i) + "\n";
  for (const std::size_t head : {0U, 1U, 5U, 7U}) {
    Pieces input;
    const std::size_t first = text.find('\n', 30) + 1;
    const std::size_t second = text.find('\n', 200'000) + 1;
    input.pieces = {text.substr(0, first), text.substr(first, second - first), text.substr(second)};
    Backwards context;
    Lines lines("test", input, context);
    std::string_view line;
    for (std::size_t i = 1; i <= head; ++i) {
      REQUIRE(lines.next(line));
      CHECK(line == "line " + std::to_string(i));
      CHECK(lines.line() == i);
    }
    std::string joined;
    if (head > 0) {
      lines.again();
      CHECK(lines.line() == head - 1);
    }
    lines.rest<Part>([](Part& part) { part.lines = static_cast<std::uint64_t>(std::ranges::count(part.text, '\n')); },
                     [&](Part& part) {
                       CHECK(part.text.starts_with("line " + std::to_string(lines.line() + 1) + "\n"));
                       joined += part.text;
                     },
                     [](Part&) {});
    CHECK(lines.line() == 30'000);
    CHECK(joined == text.substr(text.find("line " + std::to_string(std::max<std::size_t>(head, 1)))));
    CHECK_FALSE(lines.next(line));
  }
}

TEST_CASE("of several wrong lines the first is reported") {
  std::string text;
  for (int i = 1; i <= 60'000; ++i) text += i == 20'000 || i == 50'001 ? "bad\n" : "good\n";
  Pieces input;
  input.pieces = {text};
  Backwards context;
  Lines lines("test", input, context);
  const auto parse = [](Part& part) {
    for (std::string_view rest = part.text; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
      ++part.lines;
      if (rest.starts_with("bad")) throw BadInput("is bad");
    }
  };
  CHECK_THROWS_WITH_AS(lines.rest<Part>(
                           parse, [](Part&) {}, [](Part&) {}),
                       "test: FILE:20000: is bad", BadInput);
}

}  // namespace text_scan_test
}  // namespace wayfront::textfile
