// The cases of a pipeline: each of its graphs with each of its problems, and what they are called.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <toml++/toml.h>
#include <nlohmann/json.hpp>

#include "load/loaded_graph.hpp"
#include "pipeline/plan.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

/// A [graph] table, read.
struct PlannedGraph {
  std::string label;  // the file's, or ""
  toml::source_region place;
  GraphRequest request;
  std::shared_ptr<const Settings> loader_options;
  nlohmann::json resolved;
};

/// A [problem] table, read.
struct PlannedProblem {
  std::string label;  // the file's, or ""
  toml::source_region place;
  SourceRule sources;
  bool predecessors = false;
  nlohmann::json resolved;
};

/// `common` is what Pipeline::to_json says of the other tables. Labels that are not given are made from what differs;
/// one that is taken is an error.
std::vector<PlannedCase> plan_cases(std::vector<PlannedGraph> graphs, std::vector<PlannedProblem> problems,
                                    std::size_t runs, const nlohmann::json& common, Diagnostics& diagnostics);

/// Keeps the runs whose name contains `pattern`; one with * (any text) and ? (a character) must fit the label or the
/// name as a whole. A run's name is its label, in a pipeline of several cases "CASE: LABEL". Throws UserError (usage)
/// where none is left.
void keep_runs(Pipeline& pipeline, std::string_view pattern);

/// "CASE: LABEL", or the label alone where there is one case.
std::string name_of_run(const PlannedCase& planned, const PlannedRun& run);

}  // namespace wayfront::host
