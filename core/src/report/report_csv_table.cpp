#include <fmt/format.h>

#include <cmath>

#include "base/csv_text.hpp"
#include "compare/graph_table.hpp"
#include "report/figures/figure.hpp"
#include "report/overview.hpp"
#include "report/report.hpp"

namespace wayfront::host {
std::string csv_table_report(std::span<const Results> all) {
  const GraphTable table = graph_table(grouped_by_graph(all));
  std::string text = "graph,vertices,arcs";
  for (const std::string& label : table.runs)
    for (const char* figure : {"median_seconds", "speedup", "verdict", "best"})
      text += ',' + csv_field(fmt::format("{} {}", label, figure));
  text += '\n';
  for (const GraphRow& row : table.rows) {
    text += fmt::format("{},{},{}", csv_field(row.name), row.vertices, row.edges);
    for (const auto& cell : row.cells) {
      if (!cell) {
        text += ",,,,";
        continue;
      }
      const std::string_view verdict = cell->status != RunStatus::ok ? name(cell->status)
                                       : cell->baseline              ? "baseline"
                                                                     : name(cell->verdict);
      text += fmt::format(",{},{},{},{}", data_number(cell->median), data_number(cell->speedup), verdict,
                          cell->best ? 1 : 0);
    }
    text += '\n';
  }
  if (table.means.empty()) return text;
  text += "geometric mean,,";
  for (const double mean : table.means) text += fmt::format(",,{},,", data_number(mean));
  return text + '\n';
}

}  // namespace wayfront::host
