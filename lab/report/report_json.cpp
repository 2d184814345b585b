#include "report/report_json.hpp"

#include "base/json/json_text.hpp"
#include "compare/fairness.hpp"
#include "compare/summary_fields.hpp"
#include "record/result_json.hpp"
#include "report/overview.hpp"
#include "report/rank_summary.hpp"
#include "report/report.hpp"

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
  const RunResult* const baseline = baseline_of(results);
  const std::vector<BreakEven> paid = break_even(results);
  for (std::size_t i = 0; i < results.runs.size(); ++i) {
    json& summary = whole["runs"][i]["summary"];
    summary = json_of(summarise(results, results.runs[i], baseline));
    if (const auto ranks = rank_summary(results, results.runs[i])) summary["ranks"] = json_of(*ranks);
    summary["break_even"] = paid[i].rival.empty() ? json() : json_of(paid[i]);
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

}  // namespace wayfront::host
