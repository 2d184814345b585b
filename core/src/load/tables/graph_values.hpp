// Values of the [graph] table that are more than an option: its steps, and its rule for missing weights. From a pipeline file,
// or from the command line.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "graph/steps/graph_steps.hpp"
#include "load/tables/graph_tables.hpp"
#include "load/weights.hpp"
#include "settings/diagnostics.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

struct PlannedSteps {
  std::vector<GraphStep> steps;
  nlohmann::json resolved = nlohmann::json::array();  // of each, its settings
};

/// Reads `list`, the value of `steps` (or none): an array of tables with one key each, { reorder = "bfs" }, or of
/// the names of steps that need no value, "symmetrize".
PlannedSteps plan_steps(Value list, Diagnostics& diagnostics);

/// Steps of the command line, in order: NAME, NAME=VALUE with a value in TOML, or a table as in a pipeline file.
/// `option` is their option, for messages: "--step". Throws UserError (ExitCode::usage) with all errors.
std::vector<GraphStep> parse_steps(std::span<const std::string> texts, std::string_view option);

/// The rule, checked against the type that the weights will have. `given` is its value, or none.
WeightRule plan_weight_rule(const GraphInputTable& table, Value given, Diagnostics& diagnostics);

/// The same rule as `missing_weights = TEXT` in a pipeline file; `where` names it in messages. Throws UserError
/// (ExitCode::usage).
WeightRule parse_weight_rule(std::string_view text, WeightChoice weights, std::string_view where);

}  // namespace wayfront::host
