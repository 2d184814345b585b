#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/characters.hpp"
#include "compare/graph_table.hpp"
#include "record/machine.hpp"
#include "report/overview.hpp"
#include "report/report.hpp"

namespace wayfront::host {
namespace {

/// A text that LaTeX prints as it is, also at the beginning of a row: there a bracket or an asterisk would belong to the end
/// of the row before.
std::string printed(std::string_view text) {
  std::string out;
  for (const char c : on_one_line(text)) {
    if (out.empty() && (c == '[' || c == '*'))
      out += fmt::format("{{{}}}", c);
    else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      out += fmt::format("\\{}", c);
    else if (c == '\\')
      out += "\\textbackslash{}";
    else if (c == '~' || c == '^')
      out += fmt::format("\\{}{{}}", c);
    else if (c == '<' || c == '>' || c == '|')
      out += fmt::format("${}$", c);
    else if (c == '"')
      out += "\\char34{}";
    else
      out += c;
  }
  return out;
}

constexpr Signs latex_signs = {
    .best = "", .best_is = "bold:", .faster = "$\\uparrow$", .slower = "$\\downarrow$", .same = "$=$", .unclear = "?"};

/// Three digits, as papers print them.
std::string latex_figure(double value) {
  constexpr double ends[] = {0.01, 0.1, 1, 10, 100};
  const auto decimals = std::ranges::end(ends) - std::ranges::upper_bound(ends, value);
  return fmt::format("{:.{}f}", value, decimals);
}

/// Time, and speedup with its sign: two columns.
std::string cells(const GraphCell& cell, double unit) {
  if (std::isnan(cell.median) || cell.status == RunStatus::wrong)
    return fmt::format(" & \\multicolumn{{2}}{{r}}{{{}}}", name(cell.status));
  const std::string time = latex_figure(cell.median / unit);
  std::string speedup;
  if (!cell.baseline && std::isfinite(cell.speedup)) speedup = latex_figure(cell.speedup);
  if (const std::string_view sign = latex_signs.of(cell.verdict); !sign.empty()) speedup += fmt::format("~{}", sign);
  return fmt::format(" & {} & {}", cell.best ? "\\textbf{" + time + "}" : time, speedup);
}

}  // namespace

std::string latex_report(std::span<const Results> all) {
  const GraphTable table = graph_table(grouped_by_graph(all));
  double longest = 0;
  for (const GraphRow& row : table.rows)
    for (const auto& cell : row.cells)
      if (cell && cell->median > longest) longest = cell->median;
  constexpr double in_seconds = 100;  // from here on milliseconds would only be long
  const double unit = longest >= in_seconds ? 1 : 1e-3;
  std::string text =
      fmt::format("% Made by {}. For \\input; needs no package, and uses booktabs if it is loaded.\n", version_line());
  text += fmt::format("% Median of a solve in {}, and speedup over {}; {}{}.\n", unit == 1 ? "s" : "ms",
                      table.baseline.empty() ? "the baseline" : on_one_line(table.baseline),
                      "bold is the best time of the graph; up is faster, down slower, = same, ? unclear",
                      rough_text(table));
  text +=
      "\\providecommand{\\toprule}{\\hline}\\providecommand{\\midrule}{\\hline}\\providecommand{\\bottomrule}{\\hline}%\n"
      "\\begin{tabular}{l";
  for (std::size_t i = 0; i < table.runs.size(); ++i) text += "rr";
  text += "}\n\\toprule\n";
  for (const std::string& label : table.runs) text += fmt::format(" & \\multicolumn{{2}}{{r}}{{{}}}", printed(label));
  text += " \\\\\ngraph";
  for (std::size_t i = 0; i < table.runs.size(); ++i) text += unit == 1 ? " & s & $\\times$" : " & ms & $\\times$";
  text += " \\\\\n\\midrule\n";
  for (const GraphRow& row : table.rows) {
    text += printed(row.name);
    for (const auto& cell : row.cells) text += cell ? cells(*cell, unit) : " & &";
    text += " \\\\\n";
  }
  if (!table.means.empty()) {
    text += "\\midrule\ngeometric mean";
    for (const double mean : table.means) text += std::isfinite(mean) ? " & & " + latex_figure(mean) : " & &";
    text += " \\\\\n";
  }
  return text + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace wayfront::host
