// What `wayfront run --dry-run` prints.
#pragma once

#include <string>

#include "pipeline/plan.hpp"

namespace wayfront::app {

/// The cases and runs of a pipeline with the options that are set, the number of solves, and how long they may take: an
/// estimate from earlier samples in the report directory, and the limit that the timeouts set.
std::string plan_text(const host::Pipeline& pipeline);

}  // namespace wayfront::app
