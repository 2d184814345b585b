#include "report/report.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/text.hpp"
#include "compare/summary.hpp"
#include "compare/summary_fields.hpp"
#include "record/result_json.hpp"
#include "report/overview.hpp"
#include "report/run_columns.hpp"

namespace wayfront::host {

using nlohmann::json;

json summarised(const Results& results) {
  json whole = to_json(results);
  const std::vector<Doubt> doubts = doubts_of(results);
  json reasons = json::array(), advice = json::array();
  for (const Doubt& it : doubts) {
    reasons.push_back(it.reason);
    advice.push_back(it.advice);
  }
  whole["trust"] = {{"verdicts", doubts.empty()}, {"reasons", std::move(reasons)}, {"advice", std::move(advice)}};
  const std::vector<RunView> runs = run_views(results);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    json& summary = whole["runs"][i]["summary"];
    summary = json_of(runs[i].summary);
    if (runs[i].ranks) summary["ranks"] = json_of(*runs[i].ranks);
    summary["break_even"] = runs[i].paid.rival.empty() ? json() : json_of(runs[i].paid);
  }
  whole["fairness"] = fairness_notes(results);
  return whole;
}

std::string json_report(std::span<const Results> all) {
  if (all.size() == 1) return json_text(summarised(all.front()));
  json results = json::array(), doubts = json::array();
  if (std::string line = doubt_line(all); !line.empty()) doubts.push_back(std::move(line));
  for (const Results& one : all) results.push_back(summarised(one));
  return json_text({{"schema", report_schema},
                    {"doubts", std::move(doubts)},
                    {"results", std::move(results)},
                    {"overall", json_of(over_graphs(all))},
                    {"overall_left_out", left_out(all)}});
}

namespace {

struct Format {
  std::string_view name, file;
  std::string (*make)(std::span<const Results>);
};
/// In the order of ReportFormat.
constexpr Format formats[] = {{"table", "report.txt", table_report}, {"markdown", "report.md", markdown_report},
                              {"csv", "samples.csv", csv_report},    {"json", "report.json", json_report},
                              {"html", "report.html", html_report},  {"latex", "report.tex", latex_report}};

const Format& of(ReportFormat format) { return formats[static_cast<std::size_t>(format)]; }

}  // namespace

std::string_view name(ReportFormat format) { return of(format).name; }
std::string_view file_name(ReportFormat format) { return of(format).file; }
std::string make_report(ReportFormat format, std::span<const Results> all) {
  const bool calls = std::ranges::any_of(all, [](const Results& results) {
    return std::ranges::any_of(results.runs, [](const RunResult& run) { return !run.usage.called.empty(); });
  });
  if (!calls || format == ReportFormat::json) return of(format).make(all);
  return of(format).make(with_called(all));
}

ReportFormat parse_report_format(std::string_view text) {
  std::vector<std::string_view> names;
  for (const ReportFormat format : report_formats) {
    if (name(format) == text) return format;
    names.push_back(name(format));
  }
  const std::string near = nearest(text, names);
  throw UserError(ExitCode::usage,
                  fmt::format("there is no format \"{}\"; {}", text,
                              near.empty() ? fmt::format("there are \"{}\"", fmt::join(names, "\", \""))
                                           : fmt::format("did you mean \"{}\"?", near)));
}

}  // namespace wayfront::host
