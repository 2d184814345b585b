// What an experiment reports while it runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "load/loaded_graph.hpp"
#include "record/result.hpp"

namespace wayfront::host {

struct SmallestGraph;

/// Receives progress events, on the executing thread.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void loaded(const LoadedGraph&) {}
  /// The runs of a case are known; nothing is measured yet. Comes again if another plugin takes a run.
  virtual void begins(const Results&) {}
  /// Whether there are earlier results of any run.
  virtual bool has_earlier() const { return false; }
  /// Earlier results of `run`, with its samples: measured with the same plugin on the same graph and machine
  /// (RunResult::key).
  virtual std::optional<RunResult> earlier(const RunResult& /*run*/, const Results& /*of*/) { return {}; }
  /// Earlier readings of devices and machine, for blocks on the graph of these results and on this machine.
  virtual Readings earlier_readings(const Results& /*of*/) { return {}; }
  /// Readings of the devices when a block begins, or of the machine when a block has ended.
  virtual void read(const Readings&) {}
  /// Before anything that takes time: "preparing dijkstra".
  virtual void step(std::string_view) {}
  /// `done` of `total` solves, warm-ups included.
  virtual void progress(std::uint64_t /*done*/, std::uint64_t /*total*/, std::string_view /*label*/) {}
  virtual void measured(const RunResult&, const Sample&) {}
  /// A run ended early.
  virtual void ended(const RunResult&) {}
  /// The run is final, whatever its status.
  virtual void settled(const RunResult&) {}
  virtual void note(std::string_view) {}
  /// A graph was looked for on which a run fails as it did: Pipeline::keep.
  virtual void shrunk(const SmallestGraph&) {}
  /// A line that a plugin in a worker wrote to standard output or error.
  virtual void printed(std::string_view /*label*/, std::string_view /*line*/) {}
  /// A plugin call in this process is long past its timeout and may never return. Called from a separate thread, while
  /// the executing thread is in that call; `results` are what was measured until then. Should end the process.
  virtual void stuck(const Results& /*results*/) {}
};

}  // namespace wayfront::host
