// Graphs in rows, runs in columns: the table that papers print.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "record/result.hpp"

namespace wayfront::host {

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
