// The map of a case for its report: one more answer from the first source, which is certified but not measured, and, where
// rounds are traced, the order in which the answers of the runs became final.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "measure/case_question.hpp"
#include "measure/observer.hpp"
#include "results/result.hpp"
#include "run/call_watch.hpp"

namespace wayfront::host {

/// Why there cannot be a map of this graph, as a sentence; "" if there can be one.
std::string no_map_of(const LoadedGraph& graph);

/// An object: "data" as the page of a map reads them (maps/map_data.hpp), with "orders" if there are any; or "reason", why
/// there is no map, as a sentence. `results` are those of the case that was run with this setting; `watch` and `observer`
/// as for run_case().
nlohmann::json case_map(const CaseSetting& setting, const Results& results, CallWatch& watch, Observer& observer);

}  // namespace wayfront::host
