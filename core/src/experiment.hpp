// Executes a pipeline: load, prepare, warm up, then repeats x sources with the contenders interleaved in seeded random
// order, so that a drift of the machine hits all alike. Every answer is certified; a run that fails ends alone.
#pragma once

#include <cstdint>
#include <string_view>

#include "graph_store.hpp"
#include "pipeline.hpp"
#include "plugin_registry.hpp"
#include "result.hpp"

namespace wayfront::host {

/// Told what goes on, from the thread that executes.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void loaded(const LoadedGraph&) {}
  /// Before anything that takes time: "preparing dijkstra".
  virtual void step(std::string_view) {}
  /// `done` of `total` solves, warm-ups included.
  virtual void progress(std::uint64_t /*done*/, std::uint64_t /*total*/, std::string_view /*label*/) {}
  virtual void measured(const RunResult&, const Sample&) {}
  /// A run ended before its time.
  virtual void ended(const RunResult&) {}
  virtual void note(std::string_view) {}
  /// A plugin call is long past its timeout and may never return. From a thread of its own, while the executing one is
  /// in that call; `results` are what was measured until then. Should end the process.
  virtual void stuck(const Results& /*results*/) {}
};

/// Throws UserError for what stops everything (the graph, the sources); what stops one run is in its RunResult.
Results execute(const Pipeline& pipeline, const PluginRegistry& plugins, Observer& observer);

}  // namespace wayfront::host
