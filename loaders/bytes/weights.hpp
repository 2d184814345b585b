// Weights of binary files, which may have a wider type than the graph.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "wayfront/distance.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::bytes {

/// Converts the file's T to W, and returns whether it fits: an integer that is not "unreached", or a finite float.
/// Floats round integers and doubles; -0 becomes 0.
template <WeightType W, class T>
bool convert(T value, W& weight) {
  if constexpr (std::is_floating_point_v<W>) {
    weight = static_cast<float>(value) + 0.0F;
    if constexpr (std::floating_point<T>) return std::isfinite(weight);
    return true;
  } else {
    static_assert(std::integral<T>, "a float is never read as an integer");
    constexpr std::int32_t max = unreached<std::int32_t> - 1;
    weight = static_cast<std::int32_t>(value);
    if constexpr (std::is_unsigned_v<T>) return value <= static_cast<T>(max);
    return value <= static_cast<T>(max) && value >= static_cast<T>(-max);
  }
}

/// Why convert() failed, as the end of a sentence.
template <WeightType W, class T>
std::string why_not(T value) {
  const std::string text = "weight " + std::to_string(value);
  if constexpr (std::is_floating_point_v<W>)
    return std::isfinite(static_cast<double>(value)) ? text + " does not fit float32"
                                                     : text + " is not a finite number";
  else
    return text +
           " does not fit int32, which takes -2147483646 to 2147483646; weights = \"float32\" reads it, rounded; "
           "on the command line --weights float32";
}

}  // namespace wayfront::bytes
