// The cases of a pipeline: each of its graphs with each of its problems, and their names.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "load/loaded_graph.hpp"
#include "pipeline/plan.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

/// A [graph] table, read.
struct PlannedGraph {
  std::string label;  // the file's, or ""
  Place place;
  GraphRequest request;
  std::shared_ptr<const Settings> loader_options;
  nlohmann::json resolved;
};

/// A [problem] table, read.
struct PlannedProblem {
  std::string label;  // the file's, or ""
  Place place;
  Question question;
  nlohmann::json resolved;
};

/// `common` is the part of Pipeline::to_json for the other tables. Missing labels are made from the differences; a
/// duplicate label is an error.
std::vector<PlannedCase> plan_cases(std::vector<PlannedGraph> graphs, std::vector<PlannedProblem> problems,
                                    std::size_t runs, const nlohmann::json& common, Diagnostics& diagnostics);

/// Whether the whole text matches a pattern in which * stands for any text and ? for one character. The time is at most
/// proportional to the product of their lengths.
bool matches(std::string_view pattern, std::string_view text);

/// Keeps the runs whose name contains `pattern`; a pattern with * (any text) or ? (a character) must match the whole
/// label or name. A run's name is its label, in a pipeline with several cases "CASE: LABEL". Throws UserError (usage)
/// if none is left.
void keep_runs(Pipeline& pipeline, std::string_view pattern);

}  // namespace wayfront::host
