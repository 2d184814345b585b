// Samples, runs and results as JSON (schema 1), and back: what report.json, samples.jsonl and the workers' pipe carry.
// A number that is none (an infinite limit, the largest distance of no vertices) is null. What is read back equals what
// was written, to the last bit.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "results/result.hpp"

namespace wayfront::host {

inline constexpr int report_schema = 1;

/// NaN and infinity as null.
nlohmann::json json_number(double value);

/// Both kinds, as two lists of `object`; a list that would be empty is left out.
void add_readings(nlohmann::json& object, const Readings& readings);
nlohmann::json to_json(const Sample& sample);
/// Without its samples.
nlohmann::json to_json(const RunResult& run);
/// With all samples; without summaries, which are computed from them.
nlohmann::json to_json(const Results& results);

/// These throw UserError (input): `where` (a file, or a file and a line), the place in it, what was found and what was
/// expected. What this version does not know is ignored.
Sample sample_from_json(const nlohmann::json& json, std::string_view where);
RunResult run_from_json(const nlohmann::json& json, std::string_view where);
/// Those under "device_readings" and "machine_readings", where there are such keys.
Readings readings_from_json(const nlohmann::json& json, std::string_view where);
Results results_from_json(const nlohmann::json& json, std::string_view where);

}  // namespace wayfront::host
