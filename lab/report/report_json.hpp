// The JSON of report.json, for the reports that are made of it.
#pragma once

#include <nlohmann/json.hpp>

#include "record/result.hpp"

namespace wayfront::host {

/// Results as JSON, each run with its summary, and whether the verdicts are to be trusted.
nlohmann::json summarised(const Results& results);

}  // namespace wayfront::host
