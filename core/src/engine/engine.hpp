// A plugin on a graph, in this process or in a worker: prepared once, then it answers on request, and every answer is
// checked.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "call/call.hpp"
#include "certify/projection.hpp"
#include "engine/ground.hpp"
#include "engine/remote_instance.hpp"
#include "run/instance.hpp"
#include "settings/settings.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// What differs between engines of one plugin.
struct EngineRules {
  std::string label{};                         // of its lines
  CallWatch::GiveUp give_up{};                 // called if a call in this process does not return
  bool whole_rows = false;                     // asks for all vertices, even where the plugin could answer less
  bool chosen = false;                         // see predecessors_of()
  std::optional<DeviceRule> devices{};         // in place of the rules' of the ground
  std::optional<unsigned> parallel_sources{};  // likewise: see MeasureRules
};

class Engine {
 public:
  using Clock = std::chrono::steady_clock;

  /// Refers to the first three. Asks what the ground's verifier checks answers for. Throws std::bad_alloc.
  Engine(Ground& ground, const Plugin& plugin, const Settings& options, EngineRules rules);

  /// Prepares the plugin within `limit` seconds; adds up into `seconds`. Skipped if the run is not possible. In a worker
  /// also again, once that does not answer any more.
  Ending prepare(double limit, double& seconds);
  /// For an engine of the same plugin on another graph, in this process as well: prepare() then makes no instances but
  /// prepares those of the other one again, which must live until then. Does nothing between workers.
  void exchange_instances(Engine& other);
  /// One answer from all of `sources` within `limit` seconds, checked: see Verifier::last_right(). `figures` receives
  /// everything except the source's id and the repeat. Where only reductions are asked for, as many sources at a time are
  /// solved as fit into memory, and the figures are sums.
  Ending answer(std::span<const Vertex> sources, double limit, Call& figures);
  /// The same, not checked: `given` is the plugin's answer, in memory that it can write to unless it is in a worker.
  /// With `on_device` the plugin, which has capability::device_output and is in this process, leaves it there.
  Ending solve(std::span<const Vertex> sources, double limit, Call& figures, const Output*& given,
               std::byte* on_device = nullptr);
  /// One call for its times alone. Nobody looks at the answer.
  Ending try_call(std::span<const Vertex> sources, double limit, Call& figures);
  /// How many of `sources` try_call() uses: all, or for reductions only as many as fit into memory.
  std::size_t tried(std::size_t sources) const {
    return ground_.verifier.scope().reduce ? std::min(sources, at_once_) : sources;
  }

  /// What a plugin in this process is asked from now on; one in a worker gives whole rows of what it was asked first. The
  /// verifier is asked apart from this.
  void ask(const Asked& scope);
  /// Later calls end early, interrupted, once `stop` is requested.
  void stop_by(const std::stop_token& stop);

  const Plugin& plugin() const { return plugin_; }
  bool in_worker() const { return away_.has_value(); }
  /// What answers have in place of whole rows.
  Projection projection() const { return here_ ? here_->projection() : projection_; }
  /// Whether it answers calls, or must be prepared again: its process has ended, or was told to stop.
  bool answers() const { return here_ || away_->answers(); }
  /// Whether its process has ended unexpectedly, so that another engine may replace it.
  bool died() const { return away_ && away_->died(); }
  /// Its own process, if it has one that has not ended.
  std::optional<pid_t> process() const { return away_ ? away_->process() : std::nullopt; }
  /// What its plugin changed in its process, one sentence each; complete after prepare(), but for devices that fail.
  std::vector<std::string> notes() const { return here_ ? here_->notes() : away_->notes(); }
  /// The resources that it has used so far.
  Usage usage() const { return away_ ? away_->usage() : here_->usage(); }

  /// No more calls will come; it may start to shut down.
  void dismiss();
  /// Must be called last; afterwards usage() is complete. Ok, or what went wrong at the end, which must come before
  /// `deadline`.
  Ending end(Clock::time_point deadline) { return away_ ? away_->end(deadline) : Ending{}; }
  /// The same for who does not measure, within two seconds.
  Ending end() { return end(Clock::now() + time_to_end); }
  static constexpr std::chrono::seconds time_to_end{2};

 private:
  Ending fetch(std::span<const Vertex> sources, double limit, Call& figures, Projection projection, Output*& answer);
  Ending answer_together(std::span<const Vertex> sources, double limit, Call& figures);
  Ending answer_in_parts(std::span<const Vertex> sources, double limit, Call& figures);

  Ground& ground_;
  const Plugin& plugin_;
  Projection projection_;
  std::size_t at_once_;  // sources of a call, where only reductions are asked for
  bool gives_trees_;     // its answers have predecessors
  std::optional<PluginInstance> here_{};
  std::optional<RemoteInstance> away_{};
};

}  // namespace wayfront::host
