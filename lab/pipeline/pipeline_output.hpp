// [output] of a pipeline file: from TOML to OutputPlan.
#pragma once

#include <span>
#include <string>

#include "answers/solution_writer.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

/// `table` was stored from `settings`; `labels` are those of the runs.
OutputPlan plan_output(const Settings& settings, const OutputTable& table, std::span<const std::string> labels,
                       Diagnostics& diagnostics);

}  // namespace wayfront::host
