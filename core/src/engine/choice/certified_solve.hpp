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

#include "certify/asked.hpp"
#include "engine/choice/choice.hpp"
#include "engine/choice/race.hpp"
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

class CertifiedSolver {
 public:
  /// Refers to all arguments but the question, the choice and the place. Write-protects the graph. `sources` is the number
  /// of all calls', and `calls` says how many go into one. Prepares the first plugin of the ranking that can be prepared,
  /// with as many threads as `context` has and without a time limit. This and the members throw UserError:
  /// failed_run if none can, or the plugin fails later, ends its process or gives a wrong answer; interrupted; the
  /// errors of share_graph().
  CertifiedSolver(LoadedGraph& loaded, Asked scope, std::size_t sources, std::function<CallsOf(const Plugin&)> calls,
                  Choice choice, const PluginRegistry& plugins, HostContext& context, SolvePlace place);
  CertifiedSolver(const CertifiedSolver&) = delete;
  CertifiedSolver& operator=(const CertifiedSolver&) = delete;

  /// How many sources the first call is to have, where a race follows it; 0: any number.
  std::size_t first_call() const { return first_call_; }
  /// The answer from at least one source, without what the question does not want; a row for each source. Valid until
  /// the next call. After the first one the best of the ranking may race for the next ones; where a plugin that was
  /// chosen ends its process, the next one answers.
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
  const Plugin& plugin() const { return *choice_.ranking.front().plugin; }
  /// With what a race changed.
  const Choice& choice() const { return choice_; }
  /// Why others do not solve, a sentence each: those that declined, and those that failed or were wrong.
  const std::vector<std::string>& declined() const { return prepared_.notes; }
  const std::vector<std::string>& faults() const { return prepared_.faults; }
  /// The plugin's seconds in all calls of solve().
  double seconds() const { return seconds_; }
  /// Where several devices share the sources: what each did in all calls of solve().
  const std::vector<DeviceShare>& devices() const { return devices_; }
  /// Of the plugin, and which devices failed.
  std::vector<std::string> notes() const { return prepared_.engine->notes(); }
  /// Must be called last: the plugin's process ends.
  void finish();

 private:
  ChoicePlace bench();
  bool replaces(const Ending& ending, std::size_t sources);

  Choice choice_;
  std::function<CallsOf(const Plugin&)> calls_;
  SolvePlace place_;
  FileHandle shared_;
  Ground ground_;
  std::size_t sources_;  // of all calls
  Prepared prepared_;
  std::size_t first_call_ = 0;
  bool proved_ = false;  // whether the plugin has given a right answer
  double seconds_ = 0;
  std::vector<DeviceShare> devices_;
  DrawnRows drawn_rows_;
};

}  // namespace wayfront::host
