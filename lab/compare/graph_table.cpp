#include "compare/graph_table.hpp"

#include <algorithm>

#include "compare/across_graphs.hpp"
#include "compare/summary.hpp"
#include "record/case_names.hpp"

namespace wayfront::host {
namespace {

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
