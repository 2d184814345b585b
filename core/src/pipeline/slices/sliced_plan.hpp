// What a pipeline on a graph in slices cannot have: no process has all arcs, or all distances.
#pragma once

#include <span>

#include "pipeline/pipeline_cases.hpp"
#include "pipeline/plan.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

/// Of one [graph] table with slices = true.
void check_sliced_graph(const Settings& table, Diagnostics& diagnostics);

/// Of the tables that such graphs meet; also that nothing needs slices where there are none.
void check_sliced_pipeline(const Pipeline& pipeline, std::span<const PlannedGraph> graphs,
                           std::span<const PlannedProblem> problems, Diagnostics& diagnostics);

}  // namespace wayfront::host
