// Notes on fair play: whether a run keeps answers between solves, and whether it works while others are measured. They
// do not change the run or its verdicts.
#pragma once

#include <string>
#include <vector>

#include "results/result.hpp"

namespace wayfront::host {

/// One sentence each, with the run's label.
std::vector<std::string> fairness_notes(const Results& results);

}  // namespace wayfront::host
