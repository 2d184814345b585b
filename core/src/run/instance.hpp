// A plugin's instance and its calls: created, prepared, then timed solves. The answers are checked elsewhere
// (engine/verifier.hpp), so this part runs in the plugin's process, which may be a worker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "call/call.hpp"
#include "certify/asked.hpp"
#include "certify/projection.hpp"
#include "load/cache/kept_bytes.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/call_watch.hpp"
#include "run/devices/dealt_call.hpp"
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

/// What the plugin's answers to this question have in place of whole rows, if anything. Targets alone: with
/// capability::targets_only, where nothing is wanted for which other distances are needed; the host applies a limit.
/// Reductions: with capability::reduce where only these are wanted, and if there is a limit with capability::early, too.
Projection projection_for(const Plugin& plugin, const GraphInfo& graph, const Asked& scope);

class PluginInstance {
 public:
  /// Refers to all of its arguments but the question and the rules; they must outlive it. `plugins` are those that the
  /// plugin may call. `watched.watch`, unless null, is notified of the plugin's calls, with limit and grace.
  PluginInstance(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options, const Graph& graph,
                 Asked scope, const MeasureRules& rules, unsigned threads, Watched watched, HostContext::LogSink log);

  /// Creates the instance, unless it is there, and prepares it within `limit` seconds; adds up into `seconds`. Skipped
  /// if the plugin cannot handle this graph here. Where the rules ask for several sources at once of a plugin without capability::batch,
  /// there are several instances, each with its share of the threads; fewer, which a note says, where memory ends.
  /// So it is where the rules name several devices for a plugin that uses one: these prepare at the same time, and one
  /// that fails is left out, which notes() says.
  Ending prepare(double limit, double& seconds);
  /// With one of the same plugin and rules on another graph, whose instances prepare() then prepares again.
  void exchange_instances(PluginInstance& other);
  /// Solves from all of `sources`, at least one, within `limit` seconds: in one call of a plugin with
  /// capability::batch, else source by source. The parts of the question that the plugin does not take itself are left
  /// to the verifier. A negative cycle ends the batch. Several devices share the sources; one that fails is left out
  /// from then on, and the others solve its part. `figures` receives everything except source, repeat and what the
  /// verifier finds. `projection` is projection(), or none: then all distances come, whatever is asked.
  Ending solve(std::span<const Vertex> sources, double limit, Call& figures, Projection projection);
  Ending solve(std::span<const Vertex> sources, double limit, Call& figures) {
    return solve(sources, limit, figures, projection_);
  }
  /// The same of all distances, which the plugin, with capability::device_output, leaves in this memory of the device.
  Ending solve_on_device(std::span<const Vertex> sources, double limit, Call& figures, std::byte* distances);
  /// One call within `limit`, for its times alone. Nobody looks at the answer, and no buffer is poisoned before.
  Ending try_call(std::span<const Vertex> sources, double limit, Call& figures);
  /// What later solves ask, in place of the question so far.
  void ask(Asked scope);
  /// Of answers to the present question.
  Projection projection() const { return projection_; }
  /// Later calls end early, interrupted, once `stop` is requested.
  void stop_by(const std::stop_token& stop);
  /// Called just before the clock of each solve starts.
  void before_clock(std::function<void()> call) { before_clock_ = std::move(call); }
  /// The answer of the last solve.
  const Output& output() const { return used_->output(); }

  /// What the plugin noted, and what its opening changed; see take_opening_notes. Known after
  /// prepare(). Also which devices failed, as soon as they have.
  const std::vector<std::string>& notes() const { return notes_; }

  /// The processor time that it took to probe the plugin and make its instance, which no clock counts; known after
  /// prepare(). 0 for a plugin of a device, which is started then.
  double making() const { return making_; }

  /// Memory and called plugins so far, of all instances: sums of their peaks.
  Usage usage() const;

 private:
  /// An instance with its share of the threads.
  struct Seat {
    explicit Seat(unsigned threads);
    DeviceBytes device_bytes() const;  // of all calls
    HostContext context;
    InstancePtr<Algorithm> instance{};            // before the context
    const PluginDescriptor* functions = nullptr;  // those of the instance
    bool is_out = false;                          // its device failed
    double speed = 0;                             // sources per second in the largest piece so far
    std::uint32_t largest = 0;                    // sources of that piece
  };

  void add_seats(const PluginRegistry& plugins, unsigned threads, const HostContext::LogSink& log);
  std::vector<int> devices() const;
  /// Whether several devices share the sources.
  bool is_shared() const { return shares_; }
  Seat& first_in() const;
  Ending open(Seat& seat, double limit);
  Status prepare(Seat& seat, double limit);
  Ending prepare_devices(double limit, double& seconds);
  void take_notes(const Seat& seat);
  void leave_out(Seat& seat, std::string note);
  Ending solve_into(OutputBuffers& buffers, std::span<const Vertex> sources, double limit, Call& figures,
                    Projection projection, bool poisons = true);
  OutputBuffers& buffers_of(Projection projection) { return projection == Projection::none ? buffers_ : *projected_; }
  Problem problem(std::span<const Vertex> sources, Projection projection) const;
  Status call(Seat& seat, const Problem& problem, Output& output);
  Status solve_dealt(std::span<const Vertex> sources, Projection projection, Output& output,
                     std::span<HandShare> shares);
  void settle(std::span<const HandShare> shares, std::size_t sources, Call& figures);
  Ending ending(const Status& status, double limit) const;

  const Plugin& plugin_;
  const Settings& options_;
  const Graph& graph_;
  Asked scope_;
  std::uint64_t taken_ = 0;  // the capabilities for parts of the question that this plugin takes on this graph
  MeasureRules rules_;
  Watched watched_;
  std::optional<KeptBytesStore> store_;
  Projection projection_ = Projection::none;
  OutputBuffers buffers_;                     // for rows of all vertices
  std::optional<OutputBuffers> projected_{};  // for what the plugin gives in place of these
  std::optional<OutputBuffers> on_device_{};  // of the last solve there
  OutputBuffers* used_ = &buffers_;           // by the last solve
  // One, or several for as many sources at once. After the buffers, to which threads of a plugin may write until its
  // instance ends.
  std::vector<std::unique_ptr<Seat>> seats_;
  bool shares_ = false;  // each seat has one of several devices
  std::function<void()> before_clock_;
  std::vector<std::string> notes_;
  double making_ = 0;
};

}  // namespace wayfront::host
