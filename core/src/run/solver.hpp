// A plugin's instance and its calls: created, prepared, then timed solves. The answers are checked elsewhere
// (judge.hpp), so this part runs in the plugin's process, which may be a worker.
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
#include "load/cache/kept_bytes.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/call_watch.hpp"
#include "run/devices/dealt_call.hpp"
#include "run/devices/memory_use.hpp"
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

/// Whether the plugin's answers to this question have an entry for each target alone: a plugin with
/// capability::targets_only, where nothing is wanted for which other distances are needed. The host applies a limit.
bool answers_targets_alone(const Plugin& plugin, const GraphInfo& graph, const Asked& scope, const MeasureRules& rules);

/// Whether the plugin reduces rows itself where the question wants only that: a plugin with capability::reduce, which
/// has capability::limit, too, if there is a limit.
bool reduces_itself(const Plugin& plugin, const GraphInfo& graph, const Asked& scope, const MeasureRules& rules);

class Solver {
 public:
  enum class Rows : std::uint8_t {
    asked,  // as the question has it: see answers_targets_alone() and reduces_itself()
    whole,  // all distances, whatever is asked
  };

  /// Refers to all of its arguments but the question and the rules; they must outlive it. `plugins` are those that the
  /// plugin may call. `watched.watch`, unless null, is notified of the plugin's calls, with limit and grace.
  Solver(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options, const Graph& graph, Asked scope,
         const MeasureRules& rules, unsigned threads, Watched watched, HostContext::LogSink log);

  /// Creates the instance and prepares it within `limit` seconds; adds up into `seconds`. Skipped if the plugin cannot
  /// handle this graph here. Where the rules ask for several sources at once of a plugin without capability::batch,
  /// there are several instances, each with its share of the threads; fewer, which a note says, where memory ends.
  /// So it is where the rules name several devices for a plugin that uses one: these prepare at the same time, and one
  /// that fails is left out, which notes() says.
  Ending prepare(double limit, double& seconds);
  /// Solves from all of `sources`, at least one, within `limit` seconds: in one call of a plugin with
  /// capability::batch, else source by source. The parts of the question that the plugin does not take itself are left
  /// to the judge. A negative cycle ends the batch. Several devices share the sources; one that fails is left out from
  /// then on, and the others solve its part. `figures` receives everything except source, repeat and the results of the
  /// judge.
  Ending solve(std::span<const Vertex> sources, double limit, Call& figures, Rows rows = Rows::asked);
  /// The same of all distances, which the plugin, with capability::device_output, leaves in this memory of the device.
  Ending solve_on_device(std::span<const Vertex> sources, double limit, Call& figures, std::byte* distances);
  /// One call within `limit`, for its time alone: `seconds` receives the plugin's. Nobody looks at the answer, and no buffer
  /// is poisoned before.
  Ending try_call(std::span<const Vertex> sources, double limit, double& seconds);
  /// What later solves ask, in place of the question so far. `targets_alone`: answers_targets_alone() decides, otherwise
  /// rows have all vertices.
  void ask(Asked scope, bool targets_alone);
  /// Whether that is so for the present question.
  bool targets_alone() const { return targets_.has_value(); }
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

  std::uint64_t peak_bytes() const;
  /// Of all instances; a sum of their peaks.
  DeviceBytes device_bytes() const;
  /// The plugins that its plugin called so far.
  std::vector<std::string> called() const;

 private:
  /// An instance with its share of the threads.
  struct Seat {
    explicit Seat(unsigned threads) : context(threads) { DeviceMemoryUse().start(context); }
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
  Ending solve_into(OutputBuffers& buffers, std::span<const Vertex> sources, double limit, Call& figures, Rows rows,
                    bool poisons = true);
  OutputBuffers& asked_buffers();
  Problem problem(std::span<const Vertex> sources, Rows rows) const;
  Status call(Seat& seat, const Problem& problem, Output& output);
  Status solve_dealt(std::span<const Vertex> sources, Rows asked, Output& output, std::span<HandShare> shares);
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
  std::vector<std::unique_ptr<Seat>> seats_;  // one, or several for as many sources at once
  bool shares_ = false;                       // each seat has one of several devices
  OutputBuffers buffers_;                     // for rows of all vertices
  std::optional<OutputBuffers> targets_;      // for rows of targets alone, where the plugin gives these
  std::optional<OutputBuffers> reductions_;   // in place of rows, where the plugin reduces them
  std::optional<OutputBuffers> on_device_{};  // of the last solve there
  OutputBuffers* used_ = &buffers_;           // by the last solve
  std::function<void()> before_clock_;
  std::vector<std::string> notes_;
  double making_ = 0;
};

}  // namespace wayfront::host
