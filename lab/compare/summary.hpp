// The figures of one run that every report shows, computed in one place.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "compare/comparison.hpp"
#include "compare/reach.hpp"
#include "compare/stats.hpp"
#include "compare/trust.hpp"
#include "record/result.hpp"

namespace wayfront::host {

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
  /// Million edges of the graph / median time per source: the papers' figure. Solves from sources that reach little are left out
  /// (reach.hpp); NaN if all do, or if a negative cycle was found.
  double mteps = std::numeric_limits<double>::quiet_NaN();
  /// Work of a source, medians over the solves; NaN if the plugin did not count, or has no rounds.
  double relaxed_per_arc = std::numeric_limits<double>::quiet_NaN();     // arcs looked at / arcs of the graph
  double settled_per_vertex = std::numeric_limits<double>::quiet_NaN();  // scanned, without stale ones / vertices
  double rounds = std::numeric_limits<double>::quiet_NaN();              // of a call
  double teps = 0;    // edges of the reached component / time, harmonic mean (Graph500)
  double host = 0;    // median host cost of a solve, seconds
  double verify = 0;  // median, seconds
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

}  // namespace wayfront::host
