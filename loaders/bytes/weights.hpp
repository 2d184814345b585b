// Weights of binary files, which may have a wider type than the graph.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "wayfront/distance.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::bytes {

/// Converts the file's T to W, and returns whether it fits: an integer between -(unreached - 1) and unreached - 1, or a
/// finite float. Floats round integers and doubles; -0 becomes 0.
template <WeightType W, class T>
bool convert(T value, W& weight) {
  if constexpr (std::is_floating_point_v<W>) {
    weight = static_cast<W>(value) + W{0};
    if constexpr (std::floating_point<T>) return std::isfinite(weight);
    return true;
  } else {
    static_assert(std::integral<T>, "a float is never read as an integer");
    constexpr W max = unreached<W> - 1;
    weight = static_cast<W>(value);
    return std::cmp_less_equal(value, max) && std::cmp_greater_equal(value, -max);
  }
}

/// Why convert() failed: the end of a sentence, and the code of the type that holds the value.
struct Misfit {
  std::string why;
  StatusCode code = StatusCode::bad_input;
};

template <WeightType W, class T>
Misfit misfit(T value) {
  const std::string text = "weight " + std::to_string(value);
  if constexpr (std::is_floating_point_v<W>) {
    if (!std::isfinite(static_cast<double>(value))) return {text + " is not a finite number"};
    return {text + " does not fit float32; weights = \"float64\" reads it, on the command line --weights float64",
            StatusCode::needs_float64};
  } else {
    std::int64_t wide = 0;
    if (convert(value, wide))
      return {text +
                  " does not fit int32, which takes -2147483646 to 2147483646; weights = \"int64\" reads it, on the "
                  "command line --weights int64",
              StatusCode::needs_int64};
    return {text + (sizeof(W) == 4 ? " does not fit int32 or int64" : " does not fit int64") +
            ", which takes -9223372036854775806 to 9223372036854775806; weights = "
            "\"float64\" reads it, rounded, on the command line --weights float64"};
  }
}

}  // namespace wayfront::bytes
