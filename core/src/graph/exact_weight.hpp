// A weight, or a sum of weights, of any type: exact for integers, a double for floats.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>
#include <optional>
#include <variant>

#include "graph/weight_kind.hpp"

namespace wayfront::host {

class ExactWeight {
 public:
  ExactWeight() = default;  // 0
  template <std::integral T>
  ExactWeight(T weight) : value_(Int128{weight}) {}
  ExactWeight(Int128 weight) : value_(weight) {}
  template <std::floating_point T>
  ExactWeight(T weight) : value_(static_cast<double>(weight)) {}

  /// The integer, or nothing where the weight is a float, even a whole one.
  std::optional<Int128> integer() const {
    const auto* it = std::get_if<Int128>(&value_);
    return it == nullptr ? std::nullopt : std::optional(*it);
  }
  /// As the nearest double.
  double rounded() const {
    return std::visit([](auto value) { return static_cast<double>(value); }, value_);
  }

  /// Exact if both are integers.
  ExactWeight& operator+=(const ExactWeight& other) {
    const auto mine = integer();
    const auto others = other.integer();
    if (mine && others)
      value_ = *mine + *others;
    else
      value_ = rounded() + other.rounded();
    return *this;
  }
  /// An integer equals the float of the same value.
  friend bool operator==(const ExactWeight& a, const ExactWeight& b) {
    return a.integer() && b.integer() ? a.integer() == b.integer() : a.rounded() == b.rounded();
  }

 private:
  std::variant<Int128, double> value_ = Int128{0};
};

/// Whether a float32 holds this value, and can be shown in as few digits.
inline bool is_float32(double value) {
  return std::abs(value) <= std::numeric_limits<float>::max() && static_cast<float>(value) == value;
}

}  // namespace wayfront::host
