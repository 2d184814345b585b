// What a run's figures say about fair play: whether it keeps answers between solves, and whether it works while others
// are measured. Notes for who reads a report; the run and its verdicts stay what they are.
#pragma once

#include <string>
#include <vector>

#include "results/result.hpp"

namespace wayfront::host {

/// A sentence each, with the run's label.
std::vector<std::string> fairness_notes(const Results& results);

}  // namespace wayfront::host
