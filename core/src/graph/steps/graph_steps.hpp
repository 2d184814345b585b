// The steps of a graph, applied in order and named.
#pragma once

#include <span>
#include <string>

#include "graph/steps/graph_step.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// "potentials up to 100, seed 1".
std::string describe(const GraphStep& step);

/// Applies the steps to a graph that nobody else refers to yet. The result does not depend on the number of threads.
/// Throws UserError (ExitCode::input) if a weight would no longer fit its type or if memory is insufficient; throws
/// Cancelled.
void apply(std::span<const GraphStep> steps, GraphInSteps& graph, RunContext& context);

}  // namespace wayfront::host
