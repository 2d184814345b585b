// A loaded graph as JSON: the common part of reports and `wayfront info --json`.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "load/loaded_graph.hpp"

namespace wayfront::host {

/// An object.
nlohmann::json graph_json(const LoadedGraph& loaded);

/// A weight, or a sum of weights, of that kind: without a fraction for integers up to 2^53.
nlohmann::json weight_json(double weight, WeightKind kind);

}  // namespace wayfront::host
