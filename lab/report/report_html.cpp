#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "compare/summary_fields.hpp"
#include "maps/html_page.hpp"
#include "record/machine.hpp"
#include "record/result.hpp"
#include "record/result_json.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/texts.hpp"
#include "report/overview.hpp"
#include "report/repeat.hpp"
#include "report/report.hpp"
#include "report/run_columns.hpp"

namespace wayfront::host {
namespace {

/// The first view is shown; the data are hidden and read by the page's scripts.
std::string card(const Figure& figure) {
  std::string text = fmt::format("<figure data-plot=\"{}\"><figcaption><div><h3>{}</h3><p>{}</p></div></figcaption>\n",
                                 xml_text(figure.kind), xml_text(figure.title), xml_text(figure.note));
  for (const FigureView& view : figure.views)
    text += fmt::format(
        "<div class=\"view\" data-view=\"{}\" data-file=\"{}\"{}>{}\n<pre class=\"data\" hidden>\n{}</pre></div>\n",
        xml_text(view.name), xml_text(view.file), &view == &figure.views.front() ? "" : " hidden", view.svg,
        xml_text(view.data.csv()));
  return text + "</figure>\n";
}

std::string section(const FigureSection& figures, const std::string& id) {
  std::string text = fmt::format("<section data-result=\"{}\"{}>\n<div class=\"plots\">\n", id,
                                 id == "all" ? "" : fmt::format(" id=\"g{}\"", id));
  for (const Figure& figure : figures.plots) text += card(figure);
  text += "</div>\n";
  if (!figures.rounds.empty()) {
    text +=
        "<div class=\"between\"><h3>Round by round</h3><p class=\"facts\">One solve of each run: the one with the median "
        "time from the first source. Long ones are drawn with evenly spaced rounds.</p></div>\n<div class=\"plots linked\">\n";
    for (const Figure& figure : figures.rounds) text += card(figure);
    text += "</div>\n";
  }
  return text + "</section>\n";
}

using nlohmann::json;

/// The data that the page needs of one result: the report's JSON without unused parts.
json page_data(const Results& results, std::span<const Results> all) {
  json whole = summarised(results);
  whole["name"] = short_case_name(results, all);
  whole["case"] = results.case_label();
  for (const char* key : {"pipeline", "machine_readings", "device_readings", "sources"}) whole.erase(key);
  for (std::size_t i = 0; i < results.runs.size(); ++i) {
    json& run = whole["runs"][i];
    const std::vector<Sample>& samples = results.runs[i].samples;
    run["sample_count"] = samples.size();
    if (const DrawnRows drawn = drawn_rows(results.runs[i]); drawn.certified < drawn.all)
      run["drawn"] = fmt::format("{} of {} rows", drawn.certified, drawn.all);
    run.erase("samples");
  }
  whole["table"] = page_table(run_views(results));
  whole["hardware"] = json::array();
  for (const auto& [what, value] : hardware(results.machine)) whole["hardware"].push_back(value);
  whole["remarks"] = remarks(results);
  whole["lines"] = graph_lines(results);
  return whole;
}

}  // namespace

std::string sections_html(std::span<const Results> all) {
  const Figures figures = figures_of(all);
  std::string text = all.size() > 1 ? section(figures.across, "all") : "";
  for (std::size_t i = 0; i < figures.sections.size(); ++i) text += section(figures.sections[i], fmt::to_string(i));
  return text;
}

std::string html_report(std::span<const Results> all) {
  const std::vector<Results> grouped = grouped_by_graph(all);
  json results = json::array();
  for (const Results& one : grouped) results.push_back(page_data(one, grouped));
  json data = {{"schema", report_schema},
               {"wayfront", version_line()},
               {"results", std::move(results)},
               {"classes", inks_of(grouped)},
               {"graphs", json_of(graph_table(grouped))},
               {"overall", json_of(over_graphs(all))},
               {"overall_table", overall_page_table(over_graphs(all))},
               {"overall_line", overall_line(all)},
               {"doubt", doubt_line(all)},
               {"warnings", reach_lines(all)},
               {"grouping", grouping_line(all)}};
  return html_page(page_html, {{"{{style}}", page_style},
                               {"{{figure_style}}", page_figure_style},
                               {"{{figures}}", sections_html(grouped)},
                               {"{{repeat}}", repeat_html(grouped)},
                               {"{{data}}", in_script(data)},
                               {"{{stand_alone}}", stand_alone_begin()},
                               {"{{script}}", page_script}});
}

}  // namespace wayfront::host
