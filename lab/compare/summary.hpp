// The figures of one run that every report shows, computed in one place.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "record/result.hpp"

namespace wayfront::host {

// Whether the verdicts of a case can be trusted: not if the baseline differs from itself, if two runs have different
// answers, or if something else disturbed the measurement.

/// Limits above which a machine was too busy. Shares refer to the processors that the runs need (measure.threads).
struct TrustLimits {
  /// Of other processes: the widest margin. A run that shares a processor is slower by the share of the others.
  double others = 0.05;
  /// Of the hypervisor: the narrowest margin. It takes a processor in the middle of a solve, and no other processor can
  /// replace it.
  double stolen = 0.02;
  /// Share of readings with throttling: fewer hardly change a median.
  double throttled = 0.1;
  /// Seconds of processor time by which the shares above must be exceeded: ten of the kernel's ticks. The kernel
  /// charges a whole tick to the process that runs at the tick, so less says nothing about a short measurement.
  double resolution = 0.1;
};
inline constexpr TrustLimits trust_limits;

/// Why verdicts are not trusted, with figures, and what helps.
struct Doubt {
  std::string reason, advice;
};

/// `control` is the comparison of the baseline with itself, if there is one. Empty: the verdicts can be trusted. A
/// machine without readings (older results) raises no doubts.
std::vector<Doubt> doubts(const Results& results, const std::optional<Comparison>& control);

/// The reasons in one line: "a; b".
std::string reasons_text(const std::vector<Doubt>& doubts);
/// The advice in one line, without repetitions.
std::string advice_text(const std::vector<Doubt>& doubts);

// How much of the graph the sources of a case reached. Times from sources that reach almost nothing say little about
// the graph: reports name such sources, and exclude them from MTEPS and their cases from means over graphs.

/// Sources that reach less than this share of the vertices reach little.
inline constexpr double little_reach = 0.01;

/// Reached vertices / `vertices`; NaN if that is not certified, as with a negative cycle.
double reached_share(const Sample& sample, std::uint64_t vertices);
bool reaches_little(const Sample& sample, std::uint64_t vertices);

/// For the sources whose reach is certified.
struct Reach {
  std::size_t sources = 0;
  std::size_t little = 0;  // number of those that reach little
  /// Shares of the vertices over the sources; NaN without sources.
  double min = std::numeric_limits<double>::quiet_NaN();
  double median = min, max = min;

  /// Whether medians over the sources come from sources that reach little.
  bool is_little() const { return sources > 0 && 2 * little >= sources; }
};

Reach reach_of(const RunResult& run, std::uint64_t vertices);
/// For all runs of the case together.
Reach reach_of(const Results& results);

/// The warning for the reader if sources reach little, and what to do; "" if none does.
std::string reach_note(const Results& results);

/// Whether the pipeline asked for a part of the distances only: up to a limit, or of some vertices.
bool asks_for_part(const Results& results);

struct Summary {
  Spread solve;          // seconds of one call
  bool batches = false;  // whether a call has several sources
  /// Median of the seconds of a call / its sources, and sources / seconds of all calls together.
  double per_source = std::numeric_limits<double>::quiet_NaN();
  double sources_per_second = std::numeric_limits<double>::quiet_NaN();
  /// Median seconds by the clock of the program that its plugin asked; NaN if that has none.
  double peer = std::numeric_limits<double>::quiet_NaN();
  double end_to_end = 0;  // prepare + median solve, seconds
  Reach reach;            // of this run's sources
  /// Million edges of the graph / median time per source: the papers' figure. Solves from sources that reach little are left out;
  /// NaN if all do, or if a negative cycle was found.
  double mteps = std::numeric_limits<double>::quiet_NaN();
  /// Work of a source, medians over the solves; NaN if the plugin did not count, or has no rounds.
  double relaxed_per_arc = std::numeric_limits<double>::quiet_NaN();     // arcs looked at / arcs of the graph
  double settled_per_vertex = std::numeric_limits<double>::quiet_NaN();  // scanned, without stale ones / vertices
  double rounds = std::numeric_limits<double>::quiet_NaN();              // of a call
  std::string counters;       // the plugin's own, medians of a call: "comparisons 1.2e6, pulls 30"
  double teps = 0;            // edges of the reached component / time, harmonic mean (Graph500)
  double teps_deviation = 0;  // standard deviation of that mean; 0 below 64 solves, as many as Graph500 asks for
  double host = 0;            // median host cost of a solve, seconds
  double verify = 0;          // median, seconds
  /// Of the answers: how many were proved, and how many equal a proved one.
  std::uint64_t proofs = 0, comparisons = 0;
  /// With the baseline. Where something disturbed the case, the verdict is a rough one; the control keeps its own.
  Comparison comparison;
  bool rough = false;
};

/// `baseline` may be null or the run itself.
Summary summarise(const Results& results, const RunResult& run, const RunResult* baseline);

/// The comparison of the baseline with its second measurement, if there is one.
std::optional<Comparison> control_of(const Results& results);

/// Why its verdicts are not trusted; empty if they are.
std::vector<Doubt> doubts_of(const Results& results);

/// The run that ratios refer to: the marked one, or null.
const RunResult* baseline_of(const Results& results);

// When preparing has paid: after how many sources a run that prepares has taken less time than one that does not.
struct BreakEven {
  std::string rival;                       // the run that it is compared with; "" where there is nothing to say
  std::optional<std::uint64_t> sources{};  // nothing: never, because the rival is as fast for each source
};

/// For each run, in order. The rival is the run with the shortest time per source among those whose preparation takes
/// at most a millisecond, or no longer than one of their sources; if there are none, the run that prepares in the
/// shortest time. There is nothing to say of runs without samples, of those that prepare as little, and of the rival.
std::vector<BreakEven> break_even(const Results& results);

// Notes on fair play: whether a run keeps answers between solves, and whether it works while others are measured. They
// do not change the run or its verdicts.

/// Processor time that the dynamic linker, the libraries of a plugin and the making of its instance may take.
inline constexpr double fair_opening_seconds = 0.5;

/// One sentence each, with the run's label.
std::vector<std::string> fairness_notes(const Results& results);

}  // namespace wayfront::host
