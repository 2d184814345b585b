// One solve in this process, certified and not measured: for commands that want an answer and no figures.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "graph_store.hpp"
#include "host_context.hpp"
#include "output_buffers.hpp"
#include "plugin_registry.hpp"
#include "settings.hpp"

namespace wayfront::host {

struct CertifiedAnswer {
  std::unique_ptr<OutputBuffers> buffers;  // of output()
  std::vector<Vertex> predecessors;        // no_vertex for the source and for unreached vertices; empty with a cycle

  const Output& output() const { return buffers->output(); }
};

/// The plugin to take where nobody names one: `dijkstra`, or `bellman-ford-tarjan` where there are negative arcs.
std::string_view default_algorithm(const GraphInfo& graph);

/// Solves from `source` with as many threads as `context` has. Throws UserError: failed_run where the plugin cannot
/// treat the graph, fails or gives a wrong answer; interrupted.
CertifiedAnswer solve_certified(const LoadedGraph& loaded, Vertex source, const Plugin& plugin, const Settings& options,
                                const PluginRegistry& plugins, HostContext& context);

}  // namespace wayfront::host
