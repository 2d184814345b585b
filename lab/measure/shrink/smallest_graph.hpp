// The smallest graph that was found on which a plugin fails as it did in one call, as files that people can look at and
// run again.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "certify/asked.hpp"
#include "engine/ground.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/settings.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// A call that failed, and what it takes to ask again.
struct FailedCall {
  const LoadedGraph& graph;
  const PluginRegistry& plugins;
  const Plugin& plugin;
  const Settings& options;
  std::vector<Vertex> sources;
  Asked asked;
  bool crashed;       // its process ended; else its answer was wrong
  GroundRules rules;  // for processes of their own: their program, devices, memory
};

struct SmallestGraph {
  std::string what;                 // what was found, or why nothing was
  std::string where{};              // the files; "" if nothing was found
  std::vector<std::string> arcs{};  // "0 -> 1 weight 5"; none if there are more than 12 vertices

  bool found() const { return !where.empty(); }
  std::string text() const { return found() ? what + ": " + where : what; }
};

/// Looks for it for `seconds`; each trial has a process of its own and little time. Writes STEM.txt, an edge list,
/// STEM.toml and, up to 12 vertices, STEM.dot into `folder`. Any crash counts as the same, as does any wrong answer.
SmallestGraph smallest_graph(const FailedCall& call, double seconds, const std::filesystem::path& folder,
                             const std::string& stem);

/// A pipeline that asks a plugin again what it failed on. `begins` are comments, `graph_file` the path of the graph from there.
std::string pipeline_again(const std::string& begins, const std::string& graph_file, WeightKind weights,
                           const Problem& problem, const Plugin& plugin, std::span<const OptionValue> options,
                           unsigned threads);

}  // namespace wayfront::host
