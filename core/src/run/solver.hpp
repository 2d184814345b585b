// A plugin's instance and the calls that it gets: created, prepared, then solving, timed. What it answers is judged
// elsewhere (judge.hpp), so this half runs in the process of the plugin, whichever that is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plugins/plugin_registry.hpp"
#include "results/result.hpp"
#include "run/call_watch.hpp"
#include "run/host_context.hpp"
#include "run/measure_rules.hpp"
#include "run/output_buffers.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

/// Who watches the calls of a plugin, and what is done if one does not come back.
struct Watched {
  CallWatch* watch = nullptr;
  CallWatch::GiveUp give_up{};
};

class Solver {
 public:
  /// Refers to all of its arguments but the rules; they must outlive it. `plugins` are those that the plugin may call.
  /// `watched.watch`, unless null, is told of the plugin's calls, with limit and grace.
  Solver(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options, const Graph& graph,
         const MeasureRules& rules, unsigned threads, Watched watched, HostContext::LogSink log);

  /// Creates the instance and prepares it within `limit` seconds; adds up into `seconds`. Skipped where the plugin
  /// cannot treat this graph here.
  Ending prepare(double limit, double& seconds);
  /// One solve within `limit` seconds. `sample` receives everything but source and repeat and what the judge finds.
  Ending solve(Vertex source, double limit, Sample& sample);
  /// The answer of the last solve.
  const Output& output() const { return buffers_.output(); }

  /// What was changed in this process and put back, as take_opening_notes says; known after prepare().
  const std::vector<std::string>& notes() const { return notes_; }

  /// The processor time that it took to probe the plugin and make its instance, which no clock counts; known after
  /// prepare(). 0 for a plugin of a device, which is started then.
  double making() const { return making_; }

  std::uint64_t peak_bytes() const { return context_.peak_bytes(); }

 private:
  Ending ending(const Status& status, double limit) const;

  const Plugin& plugin_;
  const Settings& options_;
  const Graph& graph_;
  MeasureRules rules_;
  Watched watched_;
  HostContext context_;
  OutputBuffers buffers_;
  InstancePtr<Algorithm> instance_;
  std::vector<std::string> notes_;
  double making_ = 0;
};

}  // namespace wayfront::host
