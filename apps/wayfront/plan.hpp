// What `wayfront run --dry-run` prints.
#pragma once

#include <string>

#include "pipeline/plan.hpp"

namespace wayfront::app {

/// The cases and runs of a pipeline with the options that are set, how many solves that makes, and how long they may
/// take: going by earlier samples in the report directory where there are some, at most by the timeouts.
std::string plan_text(const host::Pipeline& pipeline);

}  // namespace wayfront::app
