// The table of graphs and runs as rows of text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/graph_table.hpp"
#include "report/overview.hpp"

namespace wayfront::host {

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
/// The table alone, after a line on what its cells and signs mean: for a terminal, and as Markdown.
std::string graphs_text(std::span<const Results> all);
std::string graphs_markdown(std::span<const Results> all);

/// What the cells and their signs mean.
std::string graph_rows_line(const GraphTable& table, const Signs& signs);
/// Its end: which graphs have rough figures; "" if none.
std::string rough_text(const GraphTable& table);

}  // namespace wayfront::host
