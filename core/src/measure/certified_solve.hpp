// One solve, certified and not measured: for commands that want an answer and no figures.
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
  std::unique_ptr<AnswerCopy> buffers;  // of output()
  const Output* answer = nullptr;
  std::vector<Vertex> predecessors;  // no_vertex for the source and for unreached vertices; empty with a cycle

  const Output& output() const { return *answer; }
};

/// Where the plugin is called.
struct SolvePlace {
  /// This program, for a worker process (worker.hpp); "": in this process, which the plugin may take down.
  std::filesystem::path worker;
  std::function<void(std::string_view line)> printed;  // a line that the plugin wrote in its worker
};

/// The plugin to take where nobody names one: `dijkstra`, or `bellman-ford-tarjan` where there are negative arcs.
std::string_view default_algorithm(const GraphInfo& graph);

/// Solves from `source` with as many threads as `context` has, however long it takes. Puts the graph where the plugin
/// cannot write to it. Throws UserError: failed_run where the plugin cannot treat the graph, fails, ends its process or
/// gives a wrong answer; interrupted; what share_graph() throws.
CertifiedAnswer solve_certified(LoadedGraph& loaded, Vertex source, const Plugin& plugin, const Settings& options,
                                const PluginRegistry& plugins, HostContext& context, const SolvePlace& place);

}  // namespace wayfront::host
