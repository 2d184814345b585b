// Real graphs and their reference answers, where the data folder beside the project is there. For tests that are given
// WAYFRONT_DIMACS and WAYFRONT_SHARED_DATA.
#pragma once

#include <nlohmann/json.hpp>

#include "load/graph_store.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/host_context.hpp"
#include "test.hpp"

namespace wayfront::host {

inline const std::filesystem::path shared_data = WAYFRONT_SHARED_DATA;

/// Whether there are any; says so where not.
inline bool real_graphs_here() {
  const bool here = std::filesystem::exists(shared_data / "reference.json");
  if (!here) MESSAGE("skipped: no data in " << shared_data.string());
  return here;
}

/// By a graph's name: its "files" and its "results".
inline nlohmann::json reference_answers() {
  std::ifstream file(shared_data / "reference.json");
  return nlohmann::json::parse(file);
}

/// The rule by which the answers' `weighting` makes weights: "file" has its own.
inline WeightRule::Kind rule_of(const std::string& weighting) {
  if (weighting == "unit") return WeightRule::Kind::constant;
  return weighting == "hash1000" ? WeightRule::Kind::hash1000 : WeightRule::Kind::none;
}

/// `file` is relative to the data folder. Throws UserError.
inline LoadedGraph load_real_graph(const std::filesystem::path& file, WeightRule::Kind missing_weights) {
  PluginRegistry plugins;
  plugins.add_file(WAYFRONT_DIMACS);
  HostContext context(2);
  GraphRequest request;
  request.path = shared_data / file;
  request.missing_weights.kind = missing_weights;
  return load_graph(request, plugins, context);
}

}  // namespace wayfront::host
