// The rule of [graph] missing_weights, from a pipeline file or from the command line.
#pragma once

#include "load/weight_rule.hpp"
#include "load/tables/graph_tables.hpp"
#include "settings/diagnostics.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

/// The rule, checked against the type that the weights will have. `given` is its value, or none.
WeightRule plan_weight_rule(const GraphInputTable& table, Value given, Diagnostics& diagnostics);

/// The same rule as `missing_weights = TEXT` in a pipeline file; `where` names it in messages. Throws UserError
/// (ExitCode::usage).
WeightRule parse_weight_rule(std::string_view text, WeightChoice weights, std::string_view where);

}  // namespace wayfront::host
