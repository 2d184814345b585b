// Results as rows of text, the same in the terminal's table and in Markdown.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compare/comparison.hpp"
#include "compare/graph_table.hpp"
#include "compare/summary.hpp"
#include "record/result.hpp"

namespace wayfront::host {

using Row = std::vector<std::string>;

/// "1.234 ms"; "-" for NaN.
std::string duration_text(double seconds);
/// Four digits and a unit; "-" for NaN.
std::string figure_text(double value, const char* unit = "");

/// "0.98 .. 1.02"; "-" without an interval.
std::string interval_text(const Interval& interval);

enum class FirstColumn : std::uint8_t { left, right };

/// For a terminal: a column is as wide as its widest cell; all but the first are right-aligned. `rows` must not be
/// empty.
std::string aligned(const std::vector<Row>& rows, FirstColumn first = FirstColumn::left);

/// "61 sources", "never", or "-".
std::string break_even_text(const BreakEven& it);

/// A description of the graph and how it was loaded, one line each, or nothing without a graph.
std::vector<std::string> graph_lines(const Results& results);
/// The first line of a report where something disturbed a measurement: why, with figures, and what helps; else "".
std::string doubt_line(std::span<const Results> all);
/// The heading, then a row for each run.
std::vector<Row> run_rows(const Results& results);
/// Why a device was slower than possible when a block began, by the block's source and repeat.
std::map<std::pair<VertexId, unsigned>, std::set<std::string>> throttled_blocks(const Results& results);
/// Why runs ended early or their answers are missing, negative cycles, the control, the state of devices and machine;
/// one sentence each.
std::vector<std::string> remarks(const Results& results);

/// The heading, then a row for each run that was compared on several graphs; empty if there is none.
std::vector<Row> overall_rows(std::span<const Results> all);

/// Results of one graph next to each other, otherwise in their order.
std::vector<Results> grouped_by_graph(std::span<const Results> all);
/// Which results have sources that reach almost nothing, one sentence each: for the first lines, before any figure.
std::vector<std::string> reach_lines(std::span<const Results> all);
/// The title of overall_rows(), and which results they leave out.
std::string overall_line(std::span<const Results> all);
/// The graphs of several results in a sentence, or "" if there is one graph.
std::string grouping_line(std::span<const Results> all);

// The table of graphs and runs as rows of text.

/// What stands for a verdict, and what a cell begins with that has the best time of its graph.
struct Signs {
  std::string_view best, best_is, faster, slower, same, unclear;
  std::string_view of(Verdict verdict) const;
};
/// For terminals of any character set.
inline constexpr Signs plain_signs = {
    .best = "*", .best_is = "*", .faster = "+", .slower = "-", .same = "=", .unclear = "?"};

/// The heading, a row for each graph with "1.234 ms 2.5x +" for each run, and the means if there are several graphs.
std::vector<Row> graph_rows(const GraphTable& table, const Signs& signs);

/// What the cells and their signs mean.
std::string graph_rows_line(const GraphTable& table, const Signs& signs);
/// Its end: which graphs have rough figures; "" if none.
std::string rough_text(const GraphTable& table);

}  // namespace wayfront::host
