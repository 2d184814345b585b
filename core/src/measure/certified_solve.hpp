// One solve, certified but not measured: for commands that need an answer but no timings.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/host_context.hpp"
#include "settings/settings.hpp"
#include "workers/answer_stream.hpp"

namespace wayfront::host {

struct CertifiedAnswer {
  std::unique_ptr<AnswerCopy> buffers;  // refers to output()
  const Output* answer = nullptr;
  std::vector<Vertex> predecessors;  // no_vertex for the source and for unreached vertices; empty with a cycle

  const Output& output() const { return *answer; }
};

/// Where the plugin runs.
struct SolvePlace {
  /// The path of this program, for a worker process (worker.hpp); "": in this process, which the plugin may crash.
  std::filesystem::path worker;
  std::function<void(std::string_view line)> printed;  // a line that the plugin wrote in its worker
};

/// The default plugin: `dijkstra`, or `bellman-ford-tarjan` if there are negative arcs.
std::string_view default_algorithm(const GraphInfo& graph);

/// Solves from `source` with as many threads as `context` has, without a time limit. Write-protects the graph. Throws
/// UserError: failed_run if the plugin cannot handle the graph, fails, ends its process or gives a wrong answer;
/// interrupted; the errors of share_graph().
CertifiedAnswer solve_certified(LoadedGraph& loaded, Vertex source, const Plugin& plugin, const Settings& options,
                                const PluginRegistry& plugins, HostContext& context, const SolvePlace& place);

}  // namespace wayfront::host
