// If a chosen plugin cannot be prepared, the next one of the ranking takes its place.
#pragma once

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "auto/choice.hpp"

namespace wayfront::host {

/// Calls `prepare(seconds)` with the smaller limit. A plugin that exceeds its patience (Candidate::patience) has declined.
template <class Prepare>
Ending prepare_patiently(double limit, double patience, Prepare&& prepare) {
  Ending ending = prepare(std::min(limit, patience));
  return ending.status == RunStatus::timeout && patience < limit ? out_of_patience(patience) : ending;
}

inline std::string replacement_note(const Plugin& before, const Ending& ending, const Plugin& next) {
  return fmt::format("{} {}: {}; {} takes its place", before.about().name,
                     ending.status == RunStatus::skipped ? "declined" : "failed", ending.reason, next.about().name);
}

}  // namespace wayfront::host
