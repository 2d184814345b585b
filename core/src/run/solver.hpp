// A plugin's instance and its calls: created, prepared, then timed solves. The answers are checked elsewhere
// (judge.hpp), so this part runs in the plugin's process, which may be a worker.
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

/// The watch of a plugin's calls, and what to do if one does not return.
struct Watched {
  CallWatch* watch = nullptr;
  CallWatch::GiveUp give_up{};
};

class Solver {
 public:
  /// Refers to all of its arguments but the rules; they must outlive it. `plugins` are those that the plugin may call.
  /// `watched.watch`, unless null, is notified of the plugin's calls, with limit and grace.
  Solver(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options, const Graph& graph,
         const MeasureRules& rules, unsigned threads, Watched watched, HostContext::LogSink log);

  /// Creates the instance and prepares it within `limit` seconds; adds up into `seconds`. Skipped if the plugin cannot
  /// handle this graph here.
  Ending prepare(double limit, double& seconds);
  /// One solve within `limit` seconds. `sample` receives everything except source, repeat and the results of the judge.
  Ending solve(Vertex source, double limit, Sample& sample);
  /// The answer of the last solve.
  const Output& output() const { return buffers_.output(); }

  /// Changes to this process that were restored; see take_opening_notes. Known after prepare().
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
