#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_text.hpp"
#include "compare/graph_table.hpp"
#include "report/figures/figure_html.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/stand_alone.hpp"
#include "report/overview.hpp"
#include "report/repeat.hpp"
#include "report/report.hpp"
#include "report/report_json.hpp"
#include "report/report_page.hpp"
#include "results/case_names.hpp"
#include "results/machine.hpp"
#include "results/result_json.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

/// The data that the page needs of one result: the report's JSON without unused parts.
json page_data(const Results& results) {
  json whole = summarised(results);
  whole["case"] = case_of(results);
  for (const char* key : {"pipeline", "machine_readings", "device_readings", "sources"}) whole.erase(key);
  for (std::size_t i = 0; i < results.runs.size(); ++i) {
    json& run = whole["runs"][i];
    const std::vector<Sample>& samples = results.runs[i].samples;
    run["sample_count"] = samples.size();
    run["right_count"] =
        std::ranges::count_if(samples, [](const Sample& it) { return it.certificate.finding == Finding::right; });
    run.erase("samples");
  }
  whole["remarks"] = remarks(results);
  whole["lines"] = graph_lines(results);
  return whole;
}

json graphs_json(const GraphTable& table) {
  json rows = json::array();
  for (const GraphRow& row : table.rows) {
    json cells = json::array();
    for (const auto& cell : row.cells)
      cells.push_back(cell ? json{{"median", json_number(cell->median)},
                                  {"speedup", json_number(cell->speedup)},
                                  {"verdict", name(cell->verdict)},
                                  {"status", name(cell->status)},
                                  {"baseline", cell->baseline},
                                  {"best", cell->best}}
                           : json());
    rows.push_back({{"graph", row.name}, {"cells", std::move(cells)}});
  }
  json means = json::array();
  for (const double mean : table.means) means.push_back(json_number(mean));
  return {{"runs", table.runs}, {"rows", std::move(rows)}, {"means", std::move(means)}};
}

/// JSON inside <script>: it must not end the element or begin a comment.
std::string in_script(const json& value) {
  std::string text = json_text(value, -1), out;
  for (const char c : text) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string html_report(std::span<const Results> all) {
  const std::vector<Results> grouped = grouped_by_graph(all);
  json results = json::array();
  for (const Results& one : grouped) results.push_back(page_data(one));
  const json data = {{"schema", report_schema},
                     {"wayfront", version_line()},
                     {"results", std::move(results)},
                     {"classes", inks_of(grouped)},
                     {"graphs", graphs_json(graph_table(grouped))},
                     {"overall", overall_json(all)},
                     {"overall_line", overall_line(all)},
                     {"doubts", doubt_lines(all)},
                     {"warnings", reach_lines(all)},
                     {"grouping", grouping_line(all)}};
  std::string page;
  std::string_view rest = page_html;
  const auto insert = [&](std::string_view mark, std::string_view text) {
    const std::size_t at = rest.find(mark);
    page += rest.substr(0, at);
    page += text;
    rest.remove_prefix(at + mark.size());
  };
  insert("{{style}}", page_style);
  insert("{{figure_style}}", page_figure_style);
  insert("{{figures}}", sections_html(grouped));
  insert("{{repeat}}", repeat_html(grouped));
  insert("{{data}}", in_script(data));
  insert("{{stand_alone}}", stand_alone_begin());
  insert("{{script}}", page_script);
  return page.append(rest);
}

}  // namespace wayfront::host
