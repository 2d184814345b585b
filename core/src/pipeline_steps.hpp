// The steps of [graph]: from TOML to GraphStep.
#pragma once

#include <vector>

#include <toml++/toml.h>
#include <nlohmann/json.hpp>

#include "graph_steps.hpp"
#include "settings.hpp"

namespace wayfront::host {

struct PlannedSteps {
  std::vector<GraphStep> steps;
  nlohmann::json resolved = nlohmann::json::array();  // of each, its settings
};

/// Reads `node`, the value of `steps` (null: none).
PlannedSteps plan_steps(const toml::node* node, Diagnostics& diagnostics);

}  // namespace wayfront::host
