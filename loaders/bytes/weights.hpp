// Weights of binary files, which may have a wider type than the graph.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "wayfront/distance.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::bytes {

/// Converts the file's T to W, and returns whether it fits: an integer between -(unreached - 1) and unreached - 1, or a
/// finite float. Floats round integers and doubles; -0 becomes 0. Integers take only whole floats, below 2^53.
template <WeightType W, class T>
bool convert(T value, W& weight) {
  if constexpr (std::is_floating_point_v<W>) {
    weight = static_cast<W>(value) + W{0};
    if constexpr (std::floating_point<T>) return std::isfinite(weight);
    return true;
  } else if constexpr (std::floating_point<T>) {
    constexpr T end = static_cast<T>(sizeof(W) == 4 ? 0x1p31 : 0x1p53);
    if (!(value < end && value > -end) || value != std::trunc(value)) return false;
    weight = static_cast<W>(value);
    return weight != unreached<W> && weight != -unreached<W>;
  } else {
    constexpr W max = unreached<W> - 1;
    weight = static_cast<W>(value);
    return std::cmp_less_equal(value, max) && std::cmp_greater_equal(value, -max);
  }
}

/// Whether the bits of an integer are those of a float of ordinary size. Small integers are not: they would be floats
/// close to 0.
template <class T>
bool may_be_float(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return true;
  } else {
    using Float = std::conditional_t<sizeof(T) == 4, float, double>;
    const Float real = std::abs(std::bit_cast<Float>(value));
    return real >= Float{0x1p-40} && real <= Float{0x1p40};
  }
}

/// Whether float64 holds the integer.
template <std::integral T>
bool is_exact(T value) {
  constexpr std::int64_t max = std::int64_t{1} << 53;
  if (std::cmp_less_equal(value, max) && std::cmp_greater_equal(value, -max)) return true;
  const double rounded = static_cast<double>(value);
  return rounded < 0x1p63 && std::cmp_equal(static_cast<std::int64_t>(rounded), value);
}

/// Why convert() failed: the end of a sentence, and the code of the type that holds the value.
struct Misfit {
  std::string why;
  StatusCode code = StatusCode::bad_input;
};

/// "; weights = "int64" reads it, ...": how to read a weight with another type.
inline std::string reads(const std::string& type, const char* how = "") {
  return "; weights = \"" + type + "\" reads it" + how + ", on the command line --weights " + type;
}

template <WeightType W, class T>
Misfit misfit(T value) {
  const std::string text = "weight " + std::to_string(value);
  const Misfit wants_int64{text + " does not fit int32, which takes -2147483646 to 2147483646" + reads("int64"),
                           StatusCode::needs_int64};
  if constexpr (std::floating_point<T> || std::is_floating_point_v<W>) {
    if (!std::isfinite(static_cast<double>(value))) return {text + " is not a finite number"};
  }
  if constexpr (std::is_floating_point_v<W>) {
    return {text + " does not fit float32" + reads("float64"), StatusCode::needs_float64};
  } else if constexpr (std::floating_point<T>) {
    const bool whole = value == std::trunc(value);
    if (whole && sizeof(W) == 4 && std::abs(value) < T{0x1p53F}) return wants_int64;
    return {text + (whole ? " is a float of 2^53 or more" : " is not an integer") + reads("float64"),
            StatusCode::needs_float64};
  } else {
    std::int64_t wide = 0;
    if (convert(value, wide)) return wants_int64;
    return {text + (sizeof(W) == 4 ? " does not fit int32 or int64" : " does not fit int64") +
            ", which takes -9223372036854775806 to 9223372036854775806" + reads("float64", ", rounded")};
  }
}

}  // namespace wayfront::bytes
