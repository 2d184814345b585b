// What an experiment reports while it runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "load/loaded_graph.hpp"
#include "results/result.hpp"

namespace wayfront::host {

/// Receives progress events, on the executing thread.
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

}  // namespace wayfront::host
