// One number of an answer that some program wrote, before it becomes a distance of the graph's type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "graph/wide_sum.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

struct WrittenNumber {
  enum class Kind : std::uint8_t {
    unreached,  // infinity, null, an empty field, or a word for it
    not_a_number,
    whole,
    real,
  };
  Kind kind = Kind::unreached;
  Int128 whole = 0;      // where it is whole
  double real = 0;       // nearest, for all finite numbers
  float single = 0;      // nearest
  bool decimal = false;  // digits of a text: the nearest number of the graph's type is meant

  static WrittenNumber of_whole(Int128 value);
  /// A float of a binary file: this number exactly. Infinity is unreached.
  static WrittenNumber of_real(double value);
};

/// Digits with a point or without, or a word such as inf, Infinity, null or unreached, in any case; nothing for other
/// text.
std::optional<WrittenNumber> parse_number(std::string_view text);

std::string to_text(const WrittenNumber& number);

/// Which numbers mean that a vertex is not reached.
class UnreachedRule {
 public:
  /// By convention: the largest integers and floats of programming languages, half of the largest int32 (GAPBS), and
  /// -1 unless the graph has `negative_weights`.
  explicit UnreachedRule(bool negative_weights = false) : negative_weights_(negative_weights) {}
  /// Only this number. Infinity and words for it mean the same as ever.
  static UnreachedRule only(const WrittenNumber& number);

  /// `largest`: of the integer type of a binary file, which means the same; 0 if there is none.
  bool operator()(const WrittenNumber& number, Int128 largest = 0) const;

 private:
  bool negative_weights_;
  std::optional<WrittenNumber> only_;
};

enum class Fit : std::uint8_t {
  exact,
  fraction,   // the type has no such number: an integer type, or a float type of fewer digits
  rounded,    // an integer type, and digits of the number are missing or follow a point
  too_large,  // the type's range ends before it
  invalid,    // not a number
};

/// `into` becomes the number, or the nearest to it. A decimal fits a float type; digits that a double has lost do not
/// fit an integer type.
template <WeightType W>
Fit convert(const WrittenNumber& number, W& into);

}  // namespace wayfront::host
