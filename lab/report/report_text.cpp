// Reports for people: the same parts for a terminal and as Markdown.

#include <fmt/ranges.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/characters.hpp"
#include "compare/graph_table.hpp"
#include "report/overview.hpp"
#include "report/repeat.hpp"
#include "report/report.hpp"

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

std::string markdown_table(const std::vector<Row>& rows) {
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

class Writer {
 public:
  explicit Writer(bool markdown) : markdown_(markdown) {}

  void warning(const std::string& line) {
    if (!line.empty()) text_ += (markdown_ ? "**" + escaped(line) + "**" : line) + "\n\n";
  }
  void paragraph(const std::string& line) {
    if (!line.empty()) text_ += shown(line) + "\n\n";
  }
  void lines(const std::vector<std::string>& all) {
    for (const std::string& line : all) text_ += shown(line) + (markdown_ ? "\n\n" : "\n");
  }
  /// An empty line, unless there is one.
  void gap() {
    if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
  }
  void table(const std::vector<Row>& rows) { text_ += markdown_ ? markdown_table(rows) : aligned(rows); }
  void titled_table(std::string_view title, const std::string& line, const std::vector<Row>& rows) {
    gap();
    text_ += fmt::format("{}{}: {}{}\n\n", markdown_ ? static_cast<char>(title.front() - 'a' + 'A') : title.front(),
                         title.substr(1), shown(line), markdown_ ? "." : "");
    table(rows);
  }
  void graphs(std::span<const Results> all) {
    const GraphTable graphs = graph_table(grouped_by_graph(all));
    const Signs& signs = markdown_ ? markdown_signs : plain_signs;
    titled_table("graphs and runs", graph_rows_line(graphs, signs), graph_rows(graphs, signs));
  }
  std::string& text() { return text_; }

 private:
  std::string shown(const std::string& line) const { return markdown_ ? escaped(line) : line; }

  bool markdown_;
  std::string text_;
};

std::string text_report(std::span<const Results> all, bool markdown) {
  Writer writer(markdown);
  writer.warning(doubt_line(all));
  for (const std::string& line : reach_lines(all)) writer.paragraph(line);
  writer.paragraph(grouping_line(all));
  for (const Results& results : grouped_by_graph(all)) {
    writer.gap();
    writer.lines(graph_lines(results));
    writer.gap();
    writer.table(run_rows(results));
    writer.lines(remarks(results));
  }
  if (all.size() > 1) writer.graphs(all);
  if (const std::vector<Row> rows = overall_rows(all); !rows.empty())
    writer.titled_table("over all graphs", overall_line(all), rows);
  return std::move(writer.text());
}

}  // namespace

std::string_view Signs::of(Verdict verdict) const {
  const std::string_view signs[] = {"", faster, slower, same, unclear};  // in the order of Verdict
  return signs[static_cast<std::size_t>(verdict)];
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

std::string table_report(std::span<const Results> all) { return text_report(all, false); }

std::string markdown_report(std::span<const Results> all) {
  return text_report(all, true) + repeat_markdown(grouped_by_graph(all));
}

std::string graphs_report(ReportFormat format, std::span<const Results> all) {
  if (format == ReportFormat::latex) return latex_report(all);
  Writer writer(format == ReportFormat::markdown);
  writer.graphs(all);
  return std::move(writer.text());
}

}  // namespace wayfront::host
