#include "report/graph_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "base/characters.hpp"

namespace wayfront::host {
namespace {

std::string text_of(const GraphCell& cell, const Signs& signs) {
  if (std::isnan(cell.median)) return std::string(name(cell.status));
  std::string text = fmt::format("{}{}", cell.best ? signs.best : "", duration_text(cell.median));
  if (!cell.baseline && std::isfinite(cell.speedup)) text += ' ' + figure_text(cell.speedup, "x");
  if (const std::string_view sign = signs.of(cell.verdict); !sign.empty()) text += fmt::format(" {}", sign);
  if (cell.status != RunStatus::ok) text += fmt::format(" ({})", name(cell.status));
  return text;
}

}  // namespace

std::string_view Signs::of(Verdict verdict) const {
  switch (verdict) {
    case Verdict::faster:
      return faster;
    case Verdict::slower:
      return slower;
    case Verdict::same:
      return same;
    case Verdict::unclear:
      return unclear;
    case Verdict::none:
      break;
  }
  return {};
}

std::vector<Row> graph_rows(const GraphTable& table, const Signs& signs) {
  std::vector<Row> rows = {{"graph"}};
  for (const std::string& label : table.runs) rows.front().push_back(on_one_line(label));
  for (const GraphRow& graph : table.rows) {
    Row row = {graph.name};
    for (const auto& cell : graph.cells) row.push_back(cell ? text_of(*cell, signs) : "");
    rows.push_back(std::move(row));
  }
  if (table.means.empty()) return rows;
  Row row = {"geometric mean"};
  for (const double mean : table.means) row.push_back(figure_text(mean, "x"));
  rows.push_back(std::move(row));
  return rows;
}

std::string graph_rows_line(const GraphTable& table, const Signs& signs) {
  const std::string baseline = table.baseline.empty() ? "the baseline" : on_one_line(table.baseline);
  return fmt::format(
      "median of a solve and speedup over {}; {} best of the graph, {} faster, {} slower, {} same, {} unclear{}",
      baseline, signs.best_is, signs.faster, signs.slower, signs.same, signs.unclear, rough_text(table));
}

std::string rough_text(const GraphTable& table) {
  if (table.rough.empty()) return "";
  return fmt::format("; something disturbed the measurement of {}, whose figures are rough",
                     fmt::join(table.rough, ", "));
}

std::string graphs_text(std::span<const Results> all) {
  const GraphTable table = graph_table(grouped_by_graph(all));
  return "graphs and runs: " + graph_rows_line(table, plain_signs) + "\n\n" + aligned(graph_rows(table, plain_signs));
}

}  // namespace wayfront::host
