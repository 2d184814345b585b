#include <fmt/format.h>

#include "report/overview.hpp"
#include "report/report.hpp"

namespace wayfront::host {
namespace {

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
    for (const std::string& cell : row) text += "| " + escaped(cell) + ' ';
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

std::string markdown_report(std::span<const Results> all) {
  std::string text;
  for (const std::string& line : doubt_lines(all)) text += "**" + escaped(line) + "**\n\n";
  text += paragraphs(reach_lines(all));
  if (const std::string line = grouping_line(all); !line.empty()) text += escaped(line) + "\n\n";
  for (const Results& results : grouped_by_graph(all)) {
    text += paragraphs(graph_lines(results));
    text += table(run_rows(results));
    text += paragraphs(remarks(results));
  }
  if (const std::vector<Row> rows = overall_rows(all); !rows.empty())
    text += "Over all graphs: " + escaped(overall_line(all)) + ".\n\n" + table(rows);
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace wayfront::host
