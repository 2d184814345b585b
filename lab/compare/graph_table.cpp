#include "compare/graph_table.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/characters.hpp"
#include "compare/summary.hpp"

namespace wayfront::host {
namespace {

/// One label's figures, by graph.
struct Column {
  std::map<std::string, std::vector<double>> ratios;
  std::map<std::string, std::vector<double>> teps;
  Overall overall;
};

double geometric_mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

GraphCell cell_of(const Results& results, const RunResult& run, const RunResult* baseline) {
  const Summary it = summarise(results, run, baseline);
  GraphCell cell{.status = run.status, .median = it.solve.median, .baseline = &run == baseline};
  if (run.samples.empty()) return cell;
  cell.speedup = it.comparison.ratio;
  if (!cell.baseline) cell.verdict = it.comparison.verdict;
  return cell;
}

void mark_best(GraphRow& row) {
  double best = std::numeric_limits<double>::infinity();
  const auto fit = [](const auto& cell) { return cell && cell->status == RunStatus::ok && cell->median > 0; };
  for (const auto& cell : row.cells)
    if (fit(cell)) best = std::min(best, cell->median);
  for (auto& cell : row.cells)
    if (fit(cell)) cell->best = cell->median == best;
}

}  // namespace

std::vector<Overall> over_graphs(std::span<const Results> all) {
  std::set<std::string> graphs, baselines;
  std::vector<Column> columns;
  for (const Results& results : all) {
    const RunResult* const baseline = baseline_of(results);
    if (baseline == nullptr || reach_of(results).is_little()) continue;
    const std::string graph = graph_key(results);
    graphs.insert(graph);
    baselines.insert(baseline->label);
    for (const RunResult& run : results.runs) {
      if (run.status == RunStatus::wrong) continue;
      auto column = std::ranges::find(columns, run.label, [](const Column& it) { return it.overall.label; });
      if (column == columns.end()) {
        column = columns.emplace(columns.end());
        column->overall.label = run.label;
      }
      const Summary it = summarise(results, run, baseline);
      if (!(it.comparison.ratio > 0)) continue;
      column->ratios[graph].push_back(it.comparison.ratio);
      if (it.teps > 0) column->teps[graph].push_back(it.teps);
      if (&run != baseline) ++column->overall.standings[static_cast<std::size_t>(it.comparison.verdict)];
    }
  }
  std::vector<Overall> overall;
  if (graphs.size() < 2 || baselines.size() != 1) return overall;
  for (Column& column : columns) {
    if (column.ratios.size() != graphs.size()) continue;
    std::vector<double> ratios, teps;
    for (const auto& [graph, values] : column.ratios) ratios.push_back(geometric_mean(values));
    for (const auto& [graph, values] : column.teps) teps.push_back(harmonic_mean(values));
    column.overall.graphs = graphs.size();
    column.overall.speedup = geometric_mean(ratios);
    column.overall.teps = harmonic_mean(teps);
    overall.push_back(std::move(column.overall));
  }
  return overall;
}

std::vector<std::string> left_out(std::span<const Results> all) {
  std::vector<std::string> names;
  for (const Results& results : all)
    if (reach_of(results).is_little()) names.push_back(case_name(results));
  return names;
}

GraphTable graph_table(std::span<const Results> all) {
  GraphTable table;
  for (const Results& results : all)
    for (const RunResult& run : results.runs)
      if (!run.control && std::ranges::find(table.runs, run.label) == table.runs.end()) table.runs.push_back(run.label);
  bool first = true;
  for (const Results& results : all) {
    const RunResult* const baseline = baseline_of(results);
    const std::string label = baseline == nullptr ? "" : baseline->label;
    if (first || label != table.baseline) table.baseline = first ? label : "";
    first = false;
    GraphRow row{.name = short_case_name(results, all)};
    row.cells.resize(table.runs.size());
    for (const RunResult& run : results.runs) {
      const auto column = std::ranges::find(table.runs, run.label) - table.runs.begin();
      if (!run.control) row.cells[static_cast<std::size_t>(column)] = cell_of(results, run, baseline);
    }
    mark_best(row);
    if (!doubts_of(results).empty() && std::ranges::find(table.rough, row.name) == table.rough.end())
      table.rough.push_back(row.name);
    table.rows.push_back(std::move(row));
  }
  if (const std::vector<Overall> overall = over_graphs(all); !overall.empty())
    for (const std::string& label : table.runs) {
      const auto found = std::ranges::find(overall, label, &Overall::label);
      table.means.push_back(found == overall.end() ? std::numeric_limits<double>::quiet_NaN() : found->speedup);
    }
  return table;
}

}  // namespace wayfront::host
