// Executes a pipeline, one case (a graph with its sources) after the other: load, prepare, warm up, then repeats x
// sources with the contenders interleaved in seeded random order, so that a drift of the machine hits all alike. Every
// answer is certified; a run that fails ends alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "load/graph_store.hpp"
#include "pipeline/pipeline.hpp"
#include "plugins/plugin_registry.hpp"
#include "results/result.hpp"

namespace wayfront::host {

/// Told what goes on, from the thread that executes.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void loaded(const LoadedGraph&) {}
  /// The runs of a case are known, none of them has begun.
  virtual void begins(const Results&) {}
  /// What is known about `run` from before, with its samples: made by the same plugin on the same graph and machine
  /// (RunResult::key).
  virtual std::optional<RunResult> earlier(const RunResult& /*run*/, const Results& /*of*/) { return {}; }
  /// How devices and machine were in blocks that were measured before, on the graph of these results and this machine.
  virtual Readings earlier_readings(const Results& /*of*/) { return {}; }
  /// How the devices are as a block begins, or the machine was when one has ended.
  virtual void read(const Readings&) {}
  /// Before anything that takes time: "preparing dijkstra".
  virtual void step(std::string_view) {}
  /// `done` of `total` solves, warm-ups included.
  virtual void progress(std::uint64_t /*done*/, std::uint64_t /*total*/, std::string_view /*label*/) {}
  virtual void measured(const RunResult&, const Sample&) {}
  /// A run ended before its time.
  virtual void ended(const RunResult&) {}
  /// Nothing about the run will change any more, however it went.
  virtual void settled(const RunResult&) {}
  virtual void note(std::string_view) {}
  /// A line that a plugin in a worker wrote to standard output or error.
  virtual void printed(std::string_view /*label*/, std::string_view /*line*/) {}
  /// A plugin call in this process is long past its timeout and may never return. From a thread of its own, while the
  /// executing one is in that call; `results` are what was measured until then. Should end the process.
  virtual void stuck(const Results& /*results*/) {}
};

class Experiment {
 public:
  /// Refers to its arguments. `program` is this one: workers are started from it with the command `worker`. The time
  /// of the whole pipeline begins here.
  Experiment(const Pipeline& pipeline, const PluginRegistry& plugins, std::filesystem::path program,
             Observer& observer);
  ~Experiment();

  /// One of the pipeline's cases. Throws UserError for what stops all of it (the graph, the sources); what stops one
  /// run is in its RunResult, as is that the pipeline's time was over before anything could run.
  Results execute(const PlannedCase& planned);

 private:
  struct Loaded;
  const Loaded& load(const PlannedCase& planned, const Results& unmeasured);
  Results measured(const PlannedCase& planned, Results results);
  Results out_of_time(const PlannedCase& planned, Results results, const std::string& reason);

  const Pipeline& pipeline_;
  const PluginRegistry& plugins_;
  std::filesystem::path program_;
  Observer& observer_;
  unsigned threads_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::unique_ptr<Loaded> loaded_;  // of the last case; the next one may have the same
};

}  // namespace wayfront::host
