#include "tune/preparation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "auto/choice.hpp"

namespace wayfront::host {

std::optional<std::uint64_t> Preparation::pays_from() const {
  const double longer = seconds - of_defaults;
  if (longer <= 0) return 0;
  if (saved <= 0) return std::nullopt;
  return static_cast<std::uint64_t>(std::clamp(std::ceil(longer / saved), 1.0, 1e18));
}

bool Preparation::pays(std::uint64_t sources) const {
  const std::optional<std::uint64_t> from = pays_from();
  return from && *from <= sources;
}

std::string text_of(const Preparation& it) {
  std::string text = fmt::format("preparing takes {} instead of {}", time_text(it.seconds), time_text(it.of_defaults));
  const std::optional<std::uint64_t> from = it.pays_from();
  if (from && *from > 0) text += fmt::format(", which pays from {} source{} on", *from, *from == 1 ? "" : "s");
  return text;
}

}  // namespace wayfront::host
