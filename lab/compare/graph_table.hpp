// Graphs in rows, runs in columns: the table that papers print.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "record/result.hpp"

namespace wayfront::host {

// Means over graphs: geometric of speedups, harmonic of rates.

/// A run, known by its label, on several graphs.
struct Overall {
  std::string label;
  std::size_t graphs = 0;  // on which it was compared
  /// Geometric mean over graphs of the ratio to the baseline; several results of one graph count as one, with their
  /// mean.
  double speedup = 0;
  double teps = 0;  // harmonic mean over graphs
  std::array<std::size_t, 5> standings{};
  std::size_t count(Verdict verdict) const { return standings[static_cast<std::size_t>(verdict)]; }
};

/// The runs, never wrong, that were compared with a baseline of the same label on every graph, in order of first
/// occurrence; none if there are fewer than two graphs, or if their baselines have different labels. Without the results
/// of left_out().
std::vector<Overall> over_graphs(std::span<const Results> all);
/// The names of the results whose sources reach little: means would mix them with full searches.
std::vector<std::string> left_out(std::span<const Results> all);

/// One run on one graph.
struct GraphCell {
  RunStatus status = RunStatus::ok;
  double median = std::numeric_limits<double>::quiet_NaN();   // seconds of a solve; NaN without samples
  double speedup = std::numeric_limits<double>::quiet_NaN();  // over the baseline; NaN without pairs
  Verdict verdict = Verdict::none;                            // none for the baseline itself
  bool baseline = false;
  bool best = false;  // no run without a fault has a smaller median on this graph
};

struct GraphRow {
  std::string name;  // in one line
  std::vector<std::optional<GraphCell>>
      cells{};  // as `runs` of the table; nothing if the run has no part in this result
};

struct GraphTable {
  std::vector<std::string> runs;  // labels in order of first occurrence, without controls
  std::string baseline;           // its label if all results have the same, else ""
  std::vector<GraphRow> rows;     // one for each result, in their order
  /// As `runs`: the geometric mean over the graphs, NaN for runs that over_graphs() leaves out. Empty for one graph.
  std::vector<double> means;
  std::vector<std::string> rough{};  // the names of rows that something disturbed: their verdicts are rough ones
};

GraphTable graph_table(std::span<const Results> all);

}  // namespace wayfront::host
