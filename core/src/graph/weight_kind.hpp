// The weight types: the names that users write and read, and the integers of the same size.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "wayfront/graph.hpp"

namespace wayfront::host {

template <WeightType W>
using BitsOf = std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>;

constexpr std::string_view name(WeightKind kind) {
  switch (kind) {
    case WeightKind::int32:
      return "int32";
    case WeightKind::float32:
      return "float32";
    case WeightKind::int64:
      return "int64";
    case WeightKind::float64:
      return "float64";
  }
  return "an unknown type";
}

}  // namespace wayfront::host
