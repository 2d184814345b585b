// The weight types: the names that users write and read, the integers of the same size, the type of their sums, and the
// error of a weight that another type holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/errors.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

template <WeightType W>
using BitsOf = std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>;

__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): `using` cannot be an extension

/// In which distance + weight is judged: exact for integers, the rounded sum that algorithms make for floats.
template <WeightType W>
using WideSum =
    std::conditional_t<std::is_floating_point_v<W>, W, std::conditional_t<sizeof(W) == 4, std::int64_t, Int128>>;

constexpr std::string_view name(WeightKind kind) {
  constexpr std::string_view names[] = {"int32", "float32", "int64", "float64"};
  const auto number = static_cast<std::size_t>(kind);
  return number < std::size(names) ? names[number] : "an unknown type";
}

/// Of a type, or of the choice by the weights: "auto".
constexpr std::string_view name(std::optional<WeightKind> kind) { return kind ? name(*kind) : "auto"; }

/// What users choose: a type, or the smallest that holds all weights exactly.
enum class WeightChoice : std::uint8_t { automatic, int32, float32, int64, float64 };

/// The type that is chosen; nothing for automatic.
constexpr std::optional<WeightKind> kind_of(WeightChoice choice) {
  if (choice == WeightChoice::automatic) return std::nullopt;
  return static_cast<WeightKind>(static_cast<std::uint8_t>(choice) - 1);
}
constexpr WeightChoice choice_of(std::optional<WeightKind> kind) {
  return kind ? static_cast<WeightChoice>(static_cast<int>(*kind) + 1) : WeightChoice::automatic;
}
static_assert(kind_of(WeightChoice::int32) == WeightKind::int32 &&
              kind_of(WeightChoice::float64) == WeightKind::float64);

/// A weight does not fit its type, but `kind` holds it: weights = "auto" uses that one.
class NeedsWiderWeights : public UserError {
 public:
  NeedsWiderWeights(WeightKind kind, ExitCode code, const std::string& message)
      : UserError(code, message), kind_(kind) {}
  WeightKind kind() const noexcept { return kind_; }

 private:
  WeightKind kind_;
};

}  // namespace wayfront::host
