// Certified answers without measurements: for commands that need distances but no timings. A plugin is prepared once,
// and then solves batch after batch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "auto/choice.hpp"
#include "auto/trial_bench.hpp"
#include "certify/asked.hpp"
#include "engine/engine.hpp"
#include "files/byte_source.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {

/// Where the plugin runs.
struct SolvePlace {
  /// The path of this program, for a worker process (worker.hpp); "": in this process, which the plugin may crash.
  std::filesystem::path worker;
  std::function<void(std::string_view plugin, std::string_view line)> printed;  // a line that it wrote in its worker
  DeviceRule devices{};                                                         // if it uses one
  std::function<void(const Plugin&)> begins{};  // before a plugin is prepared; may be null
};

/// The plugin that proves the answers of others: `dijkstra`, or `bellman-ford-tarjan` if there are negative arcs.
std::string_view default_algorithm(const GraphInfo& graph);

class CertifiedSolver {
 public:
  /// Refers to all arguments but the question, the choice and the place. Write-protects the graph. `sources` are those
  /// of all calls, of which a trial solves some, and `calls` says how many go into one. Makes the trials of the choice,
  /// if it wants any, and prepares the plugin, with as many threads as `context` has and without a time limit. The
  /// plugin is the first of the ranking that can be prepared for this graph. This and the members throw UserError:
  /// failed_run if none can, or the plugin fails later, ends its process or gives a wrong answer; interrupted; the
  /// errors of share_graph().
  CertifiedSolver(LoadedGraph& loaded, Asked scope, std::span<const Vertex> sources,
                  const std::function<TrialCalls(const Plugin&)>& calls, Choice choice, const PluginRegistry& plugins,
                  HostContext& context, SolvePlace place);
  CertifiedSolver(const CertifiedSolver&) = delete;
  CertifiedSolver& operator=(const CertifiedSolver&) = delete;

  /// The answer from at least one source, without what the question does not want; a row for each source. Valid until
  /// the next call.
  const Verifier::Answer& solve(std::span<const Vertex> sources);
  /// See Verifier::certify_rows_of().
  void certify_rows_of(std::span<const Vertex> sources, bool whole_rows) {
    ground_.verifier.certify_rows_of(sources, whole_rows);
  }

  /// What is known of rows where not all are certified, over all calls of solve().
  struct DrawnRows {
    std::uint64_t certified = 0, others = 0;   // others: not certified
    std::uint64_t checked = 0, unchecked = 0;  // by the plugin, where it was asked to
  };
  const DrawnRows& drawn_rows() const { return drawn_rows_; }
  const Plugin& plugin() const { return engine_->plugin(); }
  /// With what trials changed.
  const Choice& choice() const { return choice_; }
  /// Why others do not solve that failed or declined, a sentence each.
  const std::vector<std::string>& declined() const { return declined_; }
  /// The plugin's seconds in all calls of solve().
  double seconds() const { return seconds_; }
  /// Where several devices share the sources: what each did in all calls of solve().
  const std::vector<DeviceShare>& devices() const { return devices_; }
  /// Of the plugin, and which devices failed.
  std::vector<std::string> notes() const { return engine_->notes(); }
  /// Must be called last: the plugin's process ends.
  void finish();

 private:
  Choice choice_;
  std::vector<std::string> declined_;
  SolvePlace place_;
  FileHandle shared_;
  Ground ground_;
  std::unique_ptr<Engine> engine_;
  double seconds_ = 0;
  std::vector<DeviceShare> devices_;
  DrawnRows drawn_rows_;
};

}  // namespace wayfront::host
