// One [[run]] in this process: an instance of its plugin, prepared on the graph, solving when it is told to.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "call_watch.hpp"
#include "host_context.hpp"
#include "output_buffers.hpp"
#include "plugin_registry.hpp"
#include "result.hpp"
#include "settings.hpp"

namespace wayfront::host {

struct MeasureRules {
  double timeout = 60;  // seconds per call of the plugin
  bool trace = false;
  bool work = true;
  bool predecessors = false;
};

/// Seconds past its timeout that a plugin has to notice it, before it counts as stuck.
double grace(const MeasureRules& rules);

class Contender {
 public:
  /// Refers to all of its arguments but the rules; they must outlive it. `plugins` are those that the plugin may call.
  /// `ids` are the graph's. `watch` is told of the plugin's calls, with timeout and grace.
  Contender(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options, const Graph& graph,
            const VertexIds& ids, const MeasureRules& rules, unsigned threads, CallWatch& watch,
            HostContext::LogSink log);

  /// Why this run cannot happen on this graph, or nothing.
  std::optional<std::string> obstacle() const;

  /// Why a call did not succeed; ok with an empty reason when it did.
  struct Ending {
    RunStatus status = RunStatus::ok;
    std::string reason;
  };
  /// Creates the instance and prepares it; adds up into `seconds`.
  Ending prepare(double& seconds);
  /// One solve, certified. `sample` receives everything but its source's id and repeat.
  Ending solve(Vertex source, Sample& sample);

  /// Who makes the predecessors: "none" where they are not wanted, the "plugin", or the "host" from tight arcs.
  std::string_view predecessors() const;

  std::uint64_t peak_bytes() const { return context_.peak_bytes(); }

 private:
  Ending ending(const Status& status) const;

  const Plugin& plugin_;
  const Settings& options_;
  const Graph& graph_;
  VertexIds ids_;
  MeasureRules rules_;
  CallWatch& watch_;
  HostContext context_;
  OutputBuffers buffers_;
  std::vector<Vertex> tree_;  // predecessors that the host derives; empty where the plugin writes them
  InstancePtr<Algorithm> instance_;
};

}  // namespace wayfront::host
