#include "report/graph_rows.hpp"
#include "report/overview.hpp"
#include "report/report.hpp"

namespace wayfront::host {

std::string table_report(std::span<const Results> all) {
  std::string text;
  if (const std::string line = doubt_line(all); !line.empty()) text += line + "\n\n";
  for (const std::string& line : reach_lines(all)) text += line + "\n\n";
  if (const std::string line = grouping_line(all); !line.empty()) text += line + "\n\n";
  for (const Results& results : grouped_by_graph(all)) {
    if (!text.empty() && !text.ends_with("\n\n")) text += '\n';
    const std::vector<std::string> graph = graph_lines(results);
    for (const std::string& line : graph) text += line + '\n';
    if (!graph.empty()) text += '\n';
    text += aligned(run_rows(results));
    for (const std::string& line : remarks(results)) text += line + '\n';
  }
  if (all.size() > 1) text += '\n' + graphs_text(all);
  if (const std::vector<Row> rows = overall_rows(all); !rows.empty())
    text += "\nover all graphs: " + overall_line(all) + "\n\n" + aligned(rows);
  return text;
}

}  // namespace wayfront::host
