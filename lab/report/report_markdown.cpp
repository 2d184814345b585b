#include <fmt/format.h>

#include "compare/graph_table.hpp"
#include "report/graph_rows.hpp"
#include "report/overview.hpp"
#include "report/repeat.hpp"
#include "report/report.hpp"

namespace wayfront::host {
namespace {

/// A cell that begins with it is printed bold.
constexpr std::string_view best_mark = "\x01";
constexpr Signs markdown_signs = {
    .best = best_mark, .best_is = "bold", .faster = "\u25b2", .slower = "\u25bc", .same = "=", .unclear = "?"};

/// Escapes everything that Markdown or HTML would interpret as markup.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_[]<>|&#~").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string table(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows) {
    for (const std::string& cell : row) {
      const bool bold = cell.starts_with(best_mark);
      text += "| " + (bold ? "**" + escaped(cell.substr(best_mark.size())) + "**" : escaped(cell)) + ' ';
    }
    text += "|\n";
    if (&row != &rows.front()) continue;
    for (std::size_t i = 0; i < row.size(); ++i) text += i == 0 ? "|:---" : "|---:";
    text += "|\n";
  }
  return text + '\n';
}

std::string paragraphs(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += escaped(line) + "\n\n";
  return text;
}

}  // namespace

std::string graphs_markdown(std::span<const Results> all) {
  const GraphTable graphs = graph_table(grouped_by_graph(all));
  return "Graphs and runs: " + escaped(graph_rows_line(graphs, markdown_signs)) + ".\n\n" +
         table(graph_rows(graphs, markdown_signs));
}

std::string markdown_report(std::span<const Results> all) {
  std::string text;
  if (const std::string line = doubt_line(all); !line.empty()) text += "**" + escaped(line) + "**\n\n";
  text += paragraphs(reach_lines(all));
  if (const std::string line = grouping_line(all); !line.empty()) text += escaped(line) + "\n\n";
  for (const Results& results : grouped_by_graph(all)) {
    text += paragraphs(graph_lines(results));
    text += table(run_rows(results));
    text += paragraphs(remarks(results));
  }
  if (all.size() > 1) text += graphs_markdown(all);
  if (const std::vector<Row> rows = overall_rows(all); !rows.empty())
    text += "Over all graphs: " + escaped(overall_line(all)) + ".\n\n" + table(rows);
  text += repeat_markdown(grouped_by_graph(all));
  return text;
}

}  // namespace wayfront::host
