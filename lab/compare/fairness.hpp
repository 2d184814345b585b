// Notes on fair play: whether a run keeps answers between solves, and whether it works while others are measured. They
// do not change the run or its verdicts.
#pragma once

#include <string>
#include <vector>

#include "record/result.hpp"

namespace wayfront::host {

/// Processor time that the dynamic linker, the libraries of a plugin and the making of its instance may take.
inline constexpr double fair_opening_seconds = 0.5;

/// One sentence each, with the run's label.
std::vector<std::string> fairness_notes(const Results& results);

}  // namespace wayfront::host
