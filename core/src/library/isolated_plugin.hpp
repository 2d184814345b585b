// A solver's plugin in a process of its own: one that crashes, or does not return, ends that process alone.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "files/byte_source.hpp"
#include "library/states.hpp"
#include "engine/contender.hpp"
#include "engine/judge.hpp"
#include "run/measure_rules.hpp"
#include "workers/answer_stream.hpp"
#include "workers/worker.hpp"

namespace wayfront {

class IsolatedPlugin {
 public:
  /// A copy of the graph where processes share it.
  using Shared = std::shared_ptr<const host::FileHandle>;
  /// Throws UserError without memory for it, and UnsupportedError where the program is not installed whose processes these
  /// are.
  static Shared share(const host::LoadedGraph& graph);

  /// Refers to its arguments; `shared` is of this graph.
  IsolatedPlugin(const host::LoadedGraph& graph, Shared shared, const LibraryState& library, const host::Plugin& plugin,
                 const host::Settings& options, const host::MeasureRules& rules, unsigned threads, host::Judge& judge);
  ~IsolatedPlugin();
  IsolatedPlugin(const IsolatedPlugin&) = delete;
  IsolatedPlugin& operator=(const IsolatedPlugin&) = delete;

  /// Starts the process and prepares the plugin; `seconds` receives how long that took it.
  host::Ending prepare(const std::stop_token& stop, double limit, double& seconds);
  /// All distances, judged: the answer is the judge's. Starts a new process first if the last one is gone.
  host::Ending solve(std::span<const Vertex> sources, double limit, const std::stop_token& stop, host::Call& figures);
  /// The time of one call, in `seconds`, whose answer nobody looks at.
  host::Ending try_call(std::span<const Vertex> sources, double limit, const std::stop_token& stop, double& seconds);
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void end();

  const host::LoadedGraph& graph_;
  const LibraryState& library_;
  const host::Plugin& plugin_;
  const host::Settings& options_;
  const host::MeasureRules rules_;
  const unsigned threads_;
  host::Judge& judge_;
  host::WorkerRules workers_;
  const Shared shared_;
  host::AnswerCopy copy_;
  std::stop_source stop_{};  // of the present process
  std::unique_ptr<host::Contender> contender_{};
  std::vector<std::string> notes_{};
};

}  // namespace wayfront
