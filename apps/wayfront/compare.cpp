#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "base/json/field_json.hpp"
#include "base/json/json_text.hpp"
#include "commands.hpp"
#include "compare/regression.hpp"
#include "journal/result_file.hpp"
#include "report/overview.hpp"

namespace wayfront::app {
namespace {

struct CompareArguments {
  std::filesystem::path before, after;
  std::string fail_on;   // "5%"; empty: never
  std::string baseline;  // a label; times become ratios to this run's times
  bool json = false;

  void add_to(std::vector<Option>& rows) {
    rows = {{"BEFORE", &before, "The older result: a file or directory as for report.", true},
            {"AFTER", &after, "The newer result.", true},
            {"--fail-on", &fail_on, "Return exit code 5 if a run is slower by more than this percentage, such as 5%."},
            {"--baseline", &baseline,
             "Compare ratios to the run with this label instead of times, for results of two machines or days."},
            {"--json", &json, "Print JSON."}};
  }
};

std::vector<host::Results> read(const std::filesystem::path& path) {
  host::ReadResults read = host::read_results(path);
  for (const std::string& text : read.notes) say(text);
  return std::move(read.results);
}

/// A ratio as the change of the time: 0.5 is "+100.0 %".
std::string change_text(double ratio) {
  return std::isfinite(ratio) ? fmt::format("{:+.1f} %", (1 / ratio - 1) * 100) : "-";
}

std::string text_of(const host::Changes& changes, const std::optional<double>& threshold) {
  std::vector<host::Row> rows = {{"run", "before", "after", "change", "95 %", "verdict"}};
  std::string graph, text;
  for (const std::string& doubt : changes.doubts) text += doubt + '\n';
  const auto flush = [&] {
    if (rows.size() > 1) text += host::aligned(rows);
    rows.resize(1);
  };
  for (const host::Change& it : changes.changes) {
    if (it.graph != graph) {
      flush();
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", graph = it.graph);
    }
    const host::Comparison& compared = it.comparison;
    const host::Interval interval = compared.interval;
    const std::string verdict = threshold && host::is_regression(it, *threshold) ? "REGRESSION"
                                : it.reason.empty() ? std::string(host::name(compared.verdict))
                                                    : it.reason;
    rows.push_back(
        {it.label, host::duration_text(it.before), host::duration_text(it.after), change_text(compared.ratio),
         std::isfinite(interval.low) ? fmt::format("{} .. {}", change_text(interval.high), change_text(interval.low))
                                     : "-",
         verdict + (verdict == "REGRESSION" && !it.reason.empty() ? ": " + it.reason : "")});
  }
  flush();
  for (const std::string& note : changes.notes) text += note + '\n';
  return text;
}

nlohmann::json json_of(const host::Changes& changes, const std::optional<double>& threshold) {
  nlohmann::json rows = nlohmann::json::array();
  for (const host::Change& it : changes.changes) {
    const host::Comparison& compared = it.comparison;
    rows.push_back({{"graph", it.graph},
                    {"label", it.label},
                    {"before_seconds", host::json_number(it.before)},
                    {"after_seconds", host::json_number(it.after)},
                    {"ratio", host::json_number(compared.ratio)},
                    {"interval", {host::json_number(compared.interval.low), host::json_number(compared.interval.high)}},
                    {"pairs", compared.pairs},
                    {"verdict", host::name(compared.verdict)},
                    {"reason", it.reason}});
    if (threshold) rows.back()["regression"] = host::is_regression(it, *threshold);
  }
  return {{"changes", std::move(rows)}, {"notes", changes.notes}, {"doubts", changes.doubts}};
}

int compare(const CompareArguments& arguments) {
  std::optional<double> threshold;
  if (!arguments.fail_on.empty()) threshold = host::parse_percentage(arguments.fail_on, "--fail-on");
  const std::vector<host::Results> before = read(arguments.before), after = read(arguments.after);
  const host::Changes changes =
      host::changes_between(before, after, arguments.baseline, arguments.before.string(), arguments.after.string());
  print(arguments.json ? host::json_text(json_of(changes, threshold)) : text_of(changes, threshold));
  if (!threshold) return 0;
  if (!changes.doubts.empty()) say("--fail-on: if verdicts cannot be trusted, no run counts as slower");
  const auto count = std::ranges::count_if(
      changes.changes, [&](const host::Change& change) { return host::is_regression(change, *threshold); });
  if (count == 0) return 0;
  fail(host::ExitCode::regression, "{} of {} runs are slower by more than {:g} %, or fail now", count,
       changes.changes.size(), *threshold * 100);
}

}  // namespace

Command compare_command() {
  return command("compare", "Compare two results: is anything slower than before?", compare);
}

}  // namespace wayfront::app
