// What a run's figures say about fair play: whether it keeps answers between solves, and whether it works while others
// are measured. Notes for who reads a report; the run and its verdicts stay what they are.
#pragma once

#include <string>
#include <vector>

#include "results/result.hpp"

namespace wayfront::host {

/// Processor time that the dynamic linker, the libraries of a plugin and the making of its instance may take.
inline constexpr double fair_opening_seconds = 0.5;

/// A sentence each, with the run's label.
std::vector<std::string> fairness_notes(const Results& results);

}  // namespace wayfront::host
