#include "answers/claims/written_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <type_traits>

#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

using Kind = WrittenNumber::Kind;

constexpr double first_inexact = 9007199254740992.0;  // 2^53: from here on a double may have lost digits

/// The nearest number; infinite above the range, 0 below it.
template <class T>
T nearest_of(std::string_view digits) {
  T value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  // from_chars says only that it is out of range: a double tells on which side
  double wide = 0;
  if constexpr (!std::is_same_v<T, double>) wide = nearest_of<double>(digits);
  const bool small = std::abs(wide) < 1 && digits.find_first_of("eE") != digits.npos &&
                     digits.find('-', digits.find_first_of("eE")) != digits.npos;
  if (small) return static_cast<T>(wide);
  return digits.front() == '-' ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
}

/// The integer that these digits are, with a point or an exponent or without; nothing if they are not one, or if it is
/// too long for 128 bits.
std::optional<Int128> whole_of(std::string_view text) {
  constexpr int max_digits = 38;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  int power = 0;  // of ten, by which the digits are multiplied
  if (const std::size_t e = text.find_first_of("eE"); e != text.npos) {
    std::string_view exponent = text.substr(e + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    if (std::from_chars(exponent.data(), exponent.data() + exponent.size(), power).ec != std::errc()) return {};
    text = text.substr(0, e);
  }
  std::string digits(text);
  if (const std::size_t point = digits.find('.'); point != digits.npos) {
    digits.erase(point, 1);
    power -= static_cast<int>(std::min<std::size_t>(digits.size() - point, std::numeric_limits<int>::max() / 2));
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return 0;
  for (; power < 0 && digits.back() == '0'; ++power) digits.pop_back();
  if (power < 0 || power > max_digits || digits.size() + static_cast<std::size_t>(power) > max_digits) return {};
  digits.append(static_cast<std::size_t>(power), '0');
  Int128 value = 0;
  for (const char c : digits) value = value * 10 + (c - '0');
  return negative ? -value : value;
}

bool is_word_for_unreached(std::string_view text) {
  std::string word(text);
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array words = {"inf", "infinity", "null", "none", "unreached", "unreachable"};
  return word.empty() || std::ranges::find(words, word) != words.end();
}

/// Whether a number is `value`, which is one that programs write for "not reached".
bool equals(const WrittenNumber& number, const WrittenNumber& value) {
  if (value.kind == Kind::unreached) return false;  // "inf": only words mean it
  if (number.kind == Kind::not_a_number) return value.kind == Kind::not_a_number;
  if (number.kind == Kind::whole && value.kind == Kind::whole) return number.whole == value.whole;
  return value.kind != Kind::not_a_number && number.real == value.real;
}

}  // namespace

WrittenNumber WrittenNumber::of_whole(Int128 value) {
  return {Kind::whole, value, static_cast<double>(value), static_cast<float>(value)};
}

WrittenNumber WrittenNumber::of_real(double value) {
  if (std::isnan(value)) return {.kind = Kind::not_a_number};
  if (value == std::numeric_limits<double>::infinity()) return {};
  constexpr double max_whole = 0x1p100;
  if (std::abs(value) < max_whole && value == std::trunc(value)) return of_whole(static_cast<Int128>(value));
  return {Kind::real, 0, value, static_cast<float>(value)};
}

std::optional<WrittenNumber> parse_number(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  if (is_word_for_unreached(digits)) return WrittenNumber();
  if (digits == "nan" || digits == "NaN" || digits == "-nan") return WrittenNumber{.kind = Kind::not_a_number};
  if (digits == "-inf" || digits == "-Infinity" || digits == "-infinity")
    return WrittenNumber{Kind::real, 0, -unreached<double>, -unreached<float>};
  if (digits.find_first_not_of("0123456789.+-eE") != digits.npos) return std::nullopt;
  double checked = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), checked);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) return std::nullopt;
  WrittenNumber number;
  number.real = nearest_of<double>(digits);
  number.single = nearest_of<float>(digits);
  number.decimal = true;
  number.kind = Kind::real;
  if (const std::optional<Int128> whole = whole_of(digits)) {
    number.kind = Kind::whole;
    number.whole = *whole;
  } else if (std::abs(number.real) < first_inexact && number.real == std::trunc(number.real)) {
    number.kind = Kind::whole;
    number.whole = static_cast<Int128>(number.real);
  }
  return number;
}

std::string to_text(const WrittenNumber& number) {
  switch (number.kind) {
    case Kind::unreached:
      return "inf";
    case Kind::not_a_number:
      return "nan";
    case Kind::whole:
      return fmt::to_string(number.whole);
    default:
      return fmt::to_string(number.real);
  }
}

UnreachedRule UnreachedRule::only(const WrittenNumber& number) {
  UnreachedRule rule;
  rule.only_ = number;
  return rule;
}

bool UnreachedRule::operator()(const WrittenNumber& number, Int128 largest) const {
  if (number.kind == Kind::unreached) return true;
  if (only_) return equals(number, *only_);
  if (number.kind == Kind::whole) {
    constexpr std::array<Int128, 6> integers = {std::numeric_limits<std::int32_t>::max(),
                                                std::numeric_limits<std::uint32_t>::max(),
                                                std::numeric_limits<std::int64_t>::max(),
                                                std::numeric_limits<std::uint64_t>::max(),
                                                std::numeric_limits<std::int32_t>::max() / 2,  // GAPBS: kDistInf
                                                Int128{1} << 63};  // the largest int64 as a float
    if (number.whole == -1) return !negative_weights_;
    if (number.whole == largest) return largest > 0;
    if (std::ranges::find(integers, number.whole) != integers.end()) return true;
  }
  // The largest float and double, also with the six digits that C and C++ print.
  constexpr std::array<double, 5> reals = {std::numeric_limits<float>::max(), std::numeric_limits<double>::max(),
                                           3.40282e38, 1.79769e308, 1e308};
  return std::ranges::find(reals, number.real) != reals.end();
}

template <WeightType W>
Fit convert(const WrittenNumber& number, W& into) {
  using Limits = std::numeric_limits<W>;
  into = unreached<W>;
  if (number.kind == Kind::unreached) return Fit::exact;
  if (number.kind == Kind::not_a_number) return Fit::invalid;
  if constexpr (std::is_integral_v<W>) {
    if (number.kind == Kind::real && !(std::abs(number.real) >= first_inexact)) {
      into = static_cast<W>(
          std::clamp(number.real, static_cast<double>(Limits::lowest() + 1), static_cast<double>(Limits::max() - 1)));
      return Fit::fraction;
    }
    if (number.kind == Kind::whole && number.whole > Limits::lowest() && number.whole < Limits::max()) {
      into = static_cast<W>(number.whole);
      return Fit::exact;
    }
    into = number.real < 0 ? Limits::lowest() + 1 : Limits::max() - 1;
    const bool in_range = std::abs(number.real) < -static_cast<double>(Limits::lowest());
    return number.kind == Kind::real && in_range ? Fit::rounded : Fit::too_large;
  } else {
    into = std::is_same_v<W, float> ? static_cast<W>(number.single) : static_cast<W>(number.real);
    if (!std::isfinite(into)) {
      into = number.real < 0 ? Limits::lowest() : Limits::max();
      return Fit::too_large;
    }
    if (number.decimal) return Fit::exact;
    const bool same = number.kind == Kind::whole
                          ? std::abs(into) < W(0x1p100) && static_cast<Int128>(into) == number.whole
                          : static_cast<double>(into) == number.real;
    return same ? Fit::exact : Fit::fraction;
  }
}

template Fit convert(const WrittenNumber&, std::int32_t&);
template Fit convert(const WrittenNumber&, std::int64_t&);
template Fit convert(const WrittenNumber&, float&);
template Fit convert(const WrittenNumber&, double&);

}  // namespace wayfront::host
