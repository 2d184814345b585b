// The table [problem] of a pipeline file.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "pipeline/pipeline_cases.hpp"
#include "settings/diagnostics.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

/// Reads and checks the table. `resolve` makes a path of the file absolute or relative to the current folder. Errors go
/// to `diagnostics`, those of files of ids too.
PlannedProblem plan_problem(Value table,
                            const std::function<std::filesystem::path(const std::string&, const Place&)>& resolve,
                            Diagnostics& diagnostics);

}  // namespace wayfront::host
