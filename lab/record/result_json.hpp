// Samples, runs and results as JSON, and back: for report.json, samples.jsonl and the channel of workers.
// Infinity and NaN (an infinite limit, the max distance of no vertices) are null. Reading returns exactly what was
// written, to the last bit.
#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "call/call_json.hpp"
#include "record/result.hpp"

namespace wayfront::host {

inline constexpr int report_schema = 2;

nlohmann::json to_json(const Sample& sample);
/// Without its samples.
nlohmann::json to_json(const RunResult& run);
/// With all samples; without summaries, which are computed from them.
nlohmann::json to_json(const Results& results);

// These throw UserError (input): the place, what was found and what was expected. Unknown keys are ignored.
Sample sample_from_json(const JsonReader& at);
RunResult run_from_json(const JsonReader& at);
/// Those under "device_readings" and "machine_readings", if these keys exist.
Readings readings_from_json(const JsonReader& at);
Results results_from_json(const JsonReader& at);

}  // namespace wayfront::host
