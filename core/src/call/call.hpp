// A call of a plugin: how it ended, what it took, and what the host found about the answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "call/round_trace.hpp"
#include "certify/verify.hpp"
#include "graph/exact_weight.hpp"
#include "graph/vertex_ids.hpp"
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
  std::vector<std::string> called{};      // the plugins that its plugin called, or that was chosen for it
};

/// What a call, "solving" or "preparing", came to, for people. Not for one that is ok.
std::string sentence_on(const Ending& ending, std::string_view plugin, std::string_view doing);

std::string_view name(Finding finding);
std::string_view name(Outcome outcome);
template <>
inline constexpr auto enum_names<RunStatus> =
    std::to_array<std::string_view>({"ok", "skipped", "failed", "wrong", "timeout", "interrupted"});
template <>
inline constexpr auto enum_names<Finding> = std::to_array<std::string_view>({"right", "wrong", "overflow", "undecided"});
template <>
inline constexpr auto enum_names<Outcome> = std::to_array<std::string_view>({"solved", "negative_cycle"});

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

/// Adds the figures to those that the same device has so far.
void add_share(std::vector<DeviceShare>& all, const DeviceShare& share);

/// A counter of the plugin's own: Work::own by the name that it has in PluginAbout::counters.
struct OwnCounter {
  std::string name;
  std::uint64_t count = 0;
  bool operator==(const OwnCounter&) const = default;
};

/// Those that have a name.
std::vector<OwnCounter> own_counters(const char* const (&names)[2], const Work& work);

/// One timed call of a plugin, and what the host found about its answer. Seconds throughout.
struct Call {
  std::uint32_t sources = 1;
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
  std::vector<OwnCounter> counters;  // those of work.own that have a name
  TracedRounds rounds;               // only where the pipeline asks for a trace
  std::vector<DeviceShare> devices;  // where several devices shared its sources
};

/// Whether two answers to one question are the same.
inline bool same_answer(const Call& a, const Call& b) {
  return a.outcome == b.outcome && a.certificate.digest == b.certificate.digest;
}

}  // namespace wayfront::host
