// The results of a pipeline: plain data, made by experiment.cpp, read by the reports.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "call/call.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/vertex_ids.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/run.hpp"

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
  std::string key;         // run_key(): samples with equal keys are interchangeable; "" if not computed
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

/// What stands at a place of JSON, such as "/measure/seed/value"; null if nothing does.
const nlohmann::json& json_at(const nlohmann::json& value, const char* place);
/// The text there, or the number as text; else "".
std::string text_at(const nlohmann::json& value, const char* place);
/// The number there, or NaN.
double number_at(const nlohmann::json& value, const char* place);

// What distinguishes results of one pipeline: graph and case.

/// Identifies the graph of a result: its digest, or its name if there is none.
std::string graph_key(const Results& results);

/// Results with the same key are comparable: the graph and the case.
std::pair<std::string, std::string> case_key(const Results& results);

/// The name of a result for people: the graph, and the case in parentheses if there are several; in one line.
std::string case_name(const Results& results);

/// The same in short: the case alone if there are several, unless another of `all` has such a case on another graph.
std::string short_case_name(const Results& results, std::span<const Results> all);

/// The results with the plugins that were called in the labels of their runs, "johnson with bellman-ford-tarjan and
/// dijkstra": for people. One label stays one label: it has what any of its runs called.
std::vector<Results> with_called(std::span<const Results> all);

// Everything that a sample depends on, except its source and repeat. Samples with equal keys are interchangeable.

/// A digest of the plugin (its file's content), its options, its label (twins are measured separately), the graph, the
/// machine and how it is measured. `results` contains `run`; a plugin file that can no longer be read counts as empty.
/// Throws UserError (interrupted) if `context` is cancelled.
std::string run_key(const RunResult& run, const Results& results, RunContext& context);

}  // namespace wayfront::host
