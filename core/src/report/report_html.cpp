#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "compare/across_graphs.hpp"
#include "compare/reach.hpp"
#include "compare/stats.hpp"
#include "report/html_page.hpp"
#include "report/overview.hpp"
#include "report/report.hpp"
#include "report/report_json.hpp"
#include "report/report_page.hpp"
#include "results/case_names.hpp"
#include "results/machine.hpp"
#include "results/result_json.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

/// More would only slow down the page: a curve has about a thousand pixels.
constexpr std::size_t max_samples = 5000, max_rounds = 3000;

/// The sample whose rounds are drawn: the one with the median time from the first source.
std::size_t traced_sample(const RunResult& run) {
  std::vector<std::pair<double, std::size_t>> times;
  for (std::size_t i = 0; i < run.samples.size(); ++i)
    if (run.samples[i].source == run.samples.front().source && !run.samples[i].rounds.kept.empty())
      times.emplace_back(run.samples[i].solve, i);
  if (times.empty()) return run.samples.size();
  std::ranges::sort(times);
  return times[(times.size() - 1) / 2].second;
}

/// Up to `most` elements of an array, evenly spaced, including the first and the last.
void thin(json& array, std::size_t max) {
  const std::size_t size = array.size();
  if (size <= max) return;
  json kept = json::array();
  for (std::size_t i = 0; i < max; ++i) kept.push_back(std::move(array[i * (size - 1) / (max - 1)]));
  array = std::move(kept);
}

/// The data that the page needs of one result: the report's JSON without unused parts.
json page_data(const Results& results) {
  Results lean = results;
  std::vector<json> traces;
  for (RunResult& run : lean.runs) {
    json trace = nullptr;
    if (const std::size_t i = traced_sample(run); i < run.samples.size()) {
      const Sample& sample = run.samples[i];
      trace = {{"source", sample.source}, {"repeat", sample.repeat}, {"count", sample.rounds.count}};
      json with_rounds = to_json(sample);
      trace["rounds"] = std::move(with_rounds["rounds"]);
      for (std::size_t k = 0; k < sample.rounds.kept.size(); ++k) {
        trace["rounds"][k].erase("relaxed_so_far");
        trace["rounds"][k]["so_far"] = sample.rounds.kept[k].relaxed_so_far;
      }
      thin(trace["rounds"], max_rounds);
    }
    traces.push_back(std::move(trace));
    for (Sample& sample : run.samples) {
      sample.rounds = {};
      sample.cycle.clear();
      sample.cycle_arcs.clear();
    }
  }
  json whole = summarised(lean);
  whole["case"] = case_of(results);
  whole.erase("pipeline");
  whole.erase("machine_readings");
  whole.erase("sources");
  for (std::size_t i = 0; i < lean.runs.size(); ++i) {
    json& run = whole["runs"][i];
    run["trace"] = std::move(traces[i]);
    run["sample_count"] = run["samples"].size();
    thin(run["samples"], max_samples);
    for (json& sample : run["samples"])
      for (const char* key : {"digest", "distance_sum", "distance_max", "work", "verify_seconds", "host_seconds",
                              "reached_vertices", "reached_edges", "cycle", "cycle_arcs", "cycle_weight"})
        sample.erase(key);
  }
  whole["remarks"] = remarks(results);
  whole["left_out"] = reach_of(results).is_little();
  whole["lines"] = graph_lines(results);
  whole["source_count"] = results.sources.size();
  return whole;
}

}  // namespace

std::string html_report(std::span<const Results> all) {
  json results = json::array();
  for (const Results& one : grouped_by_graph(all)) results.push_back(page_data(one));
  const json data = {{"schema", report_schema},           {"wayfront", version_line()},
                     {"results", std::move(results)},     {"overall", overall_json(all)},
                     {"overall_line", overall_line(all)}, {"doubts", doubt_lines(all)},
                     {"warnings", reach_lines(all)},      {"grouping", grouping_line(all)}};
  return html_page(page_html, page_style, data, page_script);
}

}  // namespace wayfront::host
