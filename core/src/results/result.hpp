// The results of a pipeline: plain data, made by experiment.cpp, read by the reports.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "certify/verify.hpp"
#include "graph/exact_weight.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/vertex_ids.hpp"
#include "graph/weight_kind.hpp"
#include "results/round_trace.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

enum class RunStatus : std::uint8_t {
  ok,
  skipped,  // was not possible: capability, option, memory, device
  failed,   // the plugin reported it, or threw
  wrong,    // an answer did not pass its certificate
  timeout,
  interrupted,  // the user stopped before all samples were made
};
std::string_view name(RunStatus status);

/// How a call of a plugin, or a whole run, ended: ok, or a status with its reason.
struct Ending {
  RunStatus status = RunStatus::ok;
  std::string reason{};
  bool out_of_resources = false;  // failed for want of memory or of a device: another plugin may do

  /// Whether the next plugin takes the place of one that was chosen and could not be prepared.
  bool leaves_to_next() const { return status == RunStatus::skipped || out_of_resources; }
};

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

/// Device memory that a plugin took through DeviceBuffers; zeros where it took none.
struct DeviceBytes {
  std::uint64_t peak = 0;
  std::uint64_t estimate = 0;  // what it said before it took any; 0 if it said nothing
};

/// The resources of a run. Only peak_bytes and device are known if it shared the host's process (no workers).
struct Usage {
  std::uint64_t peak_bytes = 0;           // of the memory that the plugin took through its RunContext
  DeviceBytes device{};                   // of all its devices together
  unsigned workers = 0;                   // processes that it ran in, one after the other
  double start = 0;                       // seconds until they could prepare: plugin, graph and device opened
  double user = 0, system = 0;            // seconds of processor time, of all of them
  double opening = 0;                     // those of them that opening the plugin took
  double outside = 0, waiting = 0;        // seconds of processor time between calls, and how long that was
  std::uint64_t peak_resident_bytes = 0;  // the peak of any of them, including the mapped graph
  std::vector<RankMember> ranks{};        // of wayfront-rank: each of its ranks
  std::vector<std::string> called{};      // the plugins that its plugin called, or that was chosen for it
};

std::string_view name(Finding finding);
std::string_view name(Outcome outcome);
/// The value with that name, or nothing.
std::optional<RunStatus> run_status(std::string_view name);
std::optional<Finding> finding(std::string_view name);
std::optional<Outcome> outcome(std::string_view name);

/// An arc of a negative cycle, as shortest_path.hpp has it.
struct CycleArc {
  std::uint64_t number = 0;
  ExactWeight weight{};
};

/// What one of several devices did in a solve.
struct DeviceShare {
  unsigned device = 0;
  std::uint32_t sources = 0, calls = 0;
  double seconds = 0;   // in these calls
  std::string failure;  // why it solved nothing afterwards; "" if it did not fail
};

/// One timed solve. Seconds throughout.
struct Sample {
  VertexId source;  // the file's id
  unsigned repeat = 0;
  std::uint32_t sources = 1;  // of the call: of a batch, `source` is the first
  double solve = 0;
  std::optional<double> peer;  // what another program that the plugin asked says that it took
  double setup = 0, upload = 0, compute = 0, download = 0;  // parts of solve, as the plugin marked them
  double host = 0;                                          // the host's own cost around it: poison, buffers, clocks
  double verify = 0;
  std::uint32_t compared = 0;  // of its sources: answers that equal one proved before, byte by byte
  /// Where not all rows are certified, but drawn ones: of its sources, those whose row was.
  std::optional<std::uint32_t> certified;
  std::uint32_t checked = 0, unchecked = 0;  // rows that the plugin itself checked, or could not; both 0 if not asked
  std::uint64_t forced_switches = 0;         // times that a thread of its process lost its processor to another one
  Outcome outcome = Outcome::solved;
  std::vector<VertexId> cycle;       // for the outcome negative_cycle, as ids of the file
  std::vector<CycleArc> cycle_arcs;  // from each of these to the next, the last to the first; none in older reports
  ExactWeight cycle_weight{};        // of these arcs
  Certificate certificate;
  Work work;
  TracedRounds rounds;               // only where the pipeline asks for a trace
  std::vector<DeviceShare> devices;  // where several devices shared its sources
  std::optional<RankTraffic> ranks;  // of wayfront-rank
};

/// Whether two answers to one question are the same.
inline bool same_answer(const Sample& a, const Sample& b) {
  return a.outcome == b.outcome && a.certificate.digest == b.certificate.digest;
}

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
  std::vector<Sample> samples;  // in the order in which they were made
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
