// The results of a pipeline: plain data, made by experiment.cpp, read by the reports.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "call/call.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/vertex_ids.hpp"
#include "graph/weight_kind.hpp"

namespace wayfront::host {

/// One of the processes that hold a graph in slices.
struct RankMember {
  std::string host;
  std::uint64_t vertices = 0, edges = 0;  // its own
  std::uint64_t ghosts = 0;               // vertices of others that its arcs lead to
  std::uint64_t share_bytes = 0;          // of its part of the graph
  std::uint64_t peak_bytes = 0;           // resident
};

/// What ranks sent each other, all together.
struct MessageCount {
  std::uint64_t messages = 0, bytes = 0;
  std::uint64_t collectives = 0;  // calls that all make together
};

/// Of one solve on slices.
struct RankTraffic {
  std::uint64_t crossing = 0;  // arcs looked at that lead to another rank's vertices
  MessageCount solve, certificate;
};

/// One timed solve of a measurement.
struct Sample : Call {
  VertexId source;  // the file's id; of a batch, the first one
  unsigned repeat = 0;
  std::optional<RankTraffic> ranks{};  // of wayfront-rank
};

struct RunResult {
  std::string label;
  std::string plugin;
  std::string version;
  std::string file;
  std::string key;         // run_key.hpp: samples with equal keys are interchangeable; "" if not computed
  nlohmann::json options;  // every option: {"name": {"value": ..., "set": ...}}
  std::string devices;     // "first", "all", or their numbers: "0, 1"; "" if its plugin uses none
  bool baseline = false;
  bool control = false;               // the baseline, measured a second time: what "same" looks like on this machine
  std::string predecessors = "none";  // who made them: "plugin", or the "host" from the distances
  RunStatus status = RunStatus::ok;
  std::string reason;              // for any status except ok
  std::string unwritten;           // why answers that [output] asks for are not in their files; "" if nothing failed
  std::vector<std::string> notes;  // of its plugin, and on its side effects: what it changed in its process
  double prepare = 0;
  Usage usage;
  std::vector<RankMember> ranks;  // of wayfront-rank: each of its ranks
  std::vector<Sample> samples;    // in the order in which they were made
};

/// The state of a GPU when a block of samples began: one solve of every run from `source`, in this `repeat`.
struct DeviceReading {
  unsigned device = 0;  // as CUDA counts
  VertexId source;
  unsigned repeat = 0;
  unsigned graphics_mhz = 0, memory_mhz = 0;
  unsigned celsius = 0;
  double watts = 0;
  std::vector<std::string> throttled;  // why its clocks were lower than possible; an idle device is not throttled
};

/// How the machine was doing since the reading before: between two solves, of the time that ends with a block of
/// samples (`source`, `repeat`). What it does not tell is absent.
struct MachineReading {
  VertexId source;
  unsigned repeat = 0;
  double seconds = 0;                      // since the previous reading
  std::optional<double> others;            // mean number of processors that processes other than ours used
  std::optional<double> stolen;            // mean number of processors that the hypervisor gave to others
  std::optional<double> load;              // average over the last minute, including ours
  std::optional<unsigned> runnable;        // running or runnable tasks at its end, without the host's own
  std::optional<unsigned> mhz;             // of the processor that the host ran on, at its end
  std::optional<std::uint64_t> throttles;  // how often a processor was slowed down by heat
};

struct Readings {
  std::vector<DeviceReading> devices;  // if a CUDA plugin took part and there is a driver
  std::vector<MachineReading> machine;
};

struct Results {
  std::string started;  // UTC, ISO 8601
  double seconds = 0;
  bool interrupted = false;
  nlohmann::json pipeline;  // resolved
  nlohmann::json machine;
  nlohmann::json graph;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool directed = true;
  std::vector<VertexId> sources;  // the file's ids
  std::vector<RunResult> runs;
  Readings readings;

  /// The case of the pipeline (PlannedCase::label); "" if there is only one.
  std::string case_label() const;
  /// Whether each run had its own process.
  bool apart() const;
  /// The digest of the graph; "" if it was not loaded.
  std::string graph_digest() const;
  /// The exit code for the worst of its runs. Answers that could not be written count as a failure.
  int exit_code() const;
};

}  // namespace wayfront::host
