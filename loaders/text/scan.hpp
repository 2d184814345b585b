// Reads lines "U V" and "U V W" in the usual short form, without a branch on a digit. All other lines, including wrong
// ones, are left to the caller.
#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <system_error>
#include <type_traits>

#include "wayfront/loader.hpp"

namespace wayfront::textfile {

// Up to sixteen decimal digits at once, in 64-bit words.

static_assert(std::endian::native == std::endian::little, "the first digit is the lowest byte of the word");

struct Digits {
  std::uint32_t value;
  unsigned count;  // 0: no digit, and value means nothing; 8: more may follow
};

/// Reads eight bytes from `text`, all of which must be readable.
inline Digits read_digits(const char* text) {
  std::uint64_t word;
  std::memcpy(&word, text, sizeof(word));
  word ^= 0x3030'3030'3030'3030U;  // digits become 0 to 9
  // The top bit of each byte that is not a digit. A carry from one only disturbs bytes after the first such byte.
  const std::uint64_t others = ((word + 0x7676'7676'7676'7676U) | word) & 0x8080'8080'8080'8080U;
  const unsigned count = static_cast<unsigned>(std::countr_zero(others)) / 8;
  word <<= (64 - 8 * count) & 63;  // the last digit becomes the highest byte, zeros lead
  word = (word * 10 + (word >> 8)) & 0x00ff'00ff'00ff'00ffU;
  word = (word * 100 + (word >> 16)) & 0x0000'ffff'0000'ffffU;
  word = word * 10'000 + (word >> 32);
  return {static_cast<std::uint32_t>(word), count};
}

struct LongDigits {
  std::uint64_t value;
  unsigned count;  // 0: no digit, and value means nothing; 16: more may follow
};

/// Reads up to sixteen bytes from `text`, all of which must be readable.
inline LongDigits read_long_digits(const char* text) {
  constexpr std::uint32_t powers[] = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
  const Digits high = read_digits(text);
  if (high.count < 8) [[likely]]
    return {high.value, high.count};
  const Digits low = read_digits(text + 8);
  if (low.count == 0) return {high.value, high.count};
  return {std::uint64_t{high.value} * powers[low.count] + low.value, 8 + low.count};
}

/// At least this many bytes must be readable from the start of a line: "a U V W\r\n" with sixteen digits for each id,
/// eighteen bytes for the weight, and what the last read of digits looks at.
inline constexpr std::ptrdiff_t longest_short_line = 96;

inline constexpr auto powers_of_ten = [] {
  std::array<std::uint64_t, 16> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
  return powers;
}();

/// "12", "-0.125": at most 15 digits, possibly with a point, as the nearest float. False for anything else.
template <WeightType W>
bool scan_float(const char*& at, W& value) {
  constexpr double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool negative = *at == '-';
  at += negative ? 1 : 0;
  const LongDigits whole = read_long_digits(at);
  if (whole.count == 0) return false;
  at += whole.count;
  std::uint64_t digits = whole.value;
  unsigned places = 0;
  if (*at == '.') {
    const LongDigits part = read_long_digits(++at);
    places = part.count;
    if (whole.count + places > 15) return false;
    if (places != 0) digits = digits * powers_of_ten[places] + part.value;
    at += places;
  }
  if (whole.count > 15 || *at == 'e' || *at == 'E') return false;
  // Both are exact, so the quotient is the nearest double; rounded again it is the nearest float, except for a double
  // halfway between two floats.
  const double real = static_cast<double>(digits) / powers[places];
  if constexpr (std::is_same_v<W, float>) {
    constexpr std::uint64_t below = (std::uint64_t{1} << 29) - 1;
    if ((std::bit_cast<std::uint64_t>(real) & below) == (below + 1) / 2) return false;
    if (real < std::numeric_limits<float>::min() && digits != 0) return false;
  }
  value = static_cast<W>(negative && digits != 0 ? -real : real);
  return true;
}

/// An integer of at most eight digits (int64: sixteen), or a float of any form that is not too large to be exact. False
/// if read_weight must handle it.
template <WeightType W>
bool scan_weight(const char*& at, const char* readable, W& weight) {
  const char* const begin = at;
  if constexpr (std::is_floating_point_v<W>) {
    if (scan_float(at, weight)) return true;
    const auto [stop, error] = std::from_chars(begin, readable, weight);
    at = stop;
    weight += W{0};  // no -0
    if constexpr (std::is_same_v<W, double>) {
      constexpr double max_exact = 0x1p53;  // larger ones may be integers that are rounded: WeightForm::exact
      if (!(weight < max_exact && weight > -max_exact)) return false;
    }
    return error == std::errc() && weight - weight == 0;
  } else {
    const bool negative = *at == '-';
    at += negative ? 1 : 0;
    const auto digits = [at] {
      if constexpr (sizeof(W) == 4)
        return read_digits(at);
      else
        return read_long_digits(at);
    }();
    at += digits.count;
    const auto value = static_cast<W>(digits.value);
    weight = negative ? -value : value;
    return digits.count != 0;
  }
}

/// Common properties of the lines of a file.
struct LineForm {
  char separator = ' ';         // between fields
  bool runs = true;             // several blanks or tabs count as one
  Vertex vertices = no_vertex;  // ids are first_id to first_id + this - 1
  std::uint32_t first_id = 0;
};

/// The fields of a line, known at compile time.
enum class Fields : std::uint8_t {
  a_source_target_weight,
  source_target,
  source_target_weight,
  source_target_more,  // anything after a further separator is ignored
  source_target_weight_more,
};

/// Reads arcs from `line` on, as long as lines have the short form, `end` is not reached and there is room from `out`
/// to `out_end`. Advances `line` and `out`, and returns the number of lines.
template <WeightType W, Fields fields>
std::uint64_t scan_arcs(const char*& line, const char* end, const char* readable, const LineForm& form, Arc<W>*& out,
                        const Arc<W>* out_end) {
  constexpr bool weighted = fields != Fields::source_target && fields != Fields::source_target_more;
  constexpr bool more = fields == Fields::source_target_more || fields == Fields::source_target_weight_more;
  const char separator = form.separator;
  const char blank = form.runs && (separator == ' ' || separator == '\t') ? separator : '\n';  // '\n': none
  const std::uint64_t first_id = form.first_id;
  const std::uint64_t vertices = form.vertices;
  const auto skip_separator = [=](const char*& at) {
    if (*at != separator) return false;
    ++at;
    for (int i = 0; i < 4 && *at == blank && blank != '\n'; ++i) ++at;
    return true;
  };
  std::uint64_t lines = 0;
  while (line < end && readable - line >= longest_short_line && out != out_end) {
    const char* at = line;
    if constexpr (fields == Fields::a_source_target_weight) {
      if (at[0] != 'a' || at[1] != ' ') break;
      at += 2;
    }
    const LongDigits from = read_long_digits(at);
    at += from.count;
    if (!skip_separator(at)) break;
    const LongDigits to = read_long_digits(at);
    at += to.count;
    // Without a digit `value` is undefined, so the digit counts are checked, too. An id that is too small wraps around.
    const bool right =
        (from.count != 0) & (to.count != 0) & (from.value - first_id < vertices) & (to.value - first_id < vertices);
    if (!right) break;
    W weight{};
    if constexpr (weighted) {
      if (!skip_separator(at) || !scan_weight<W>(at, readable, weight)) break;
    }
    if constexpr (more) {
      if (*at == separator) {
        const char* const more_fields = at;
        at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
        if (at == nullptr) break;
        if (const void* const cr = std::memchr(more_fields, '\r', static_cast<std::size_t>(at - more_fields));
            cr != nullptr && cr != at - 1)
          break;
      }
    }
    at += *at == '\r' ? 1 : 0;
    if (*at != '\n') break;
    *out++ = {static_cast<Vertex>(from.value - first_id), static_cast<Vertex>(to.value - first_id), weight};
    line = at + 1;
    ++lines;
  }
  return lines;
}

}  // namespace wayfront::textfile
