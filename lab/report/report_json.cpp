#include "report/report_json.hpp"

#include "base/json/json_text.hpp"
#include "compare/across_graphs.hpp"
#include "compare/break_even.hpp"
#include "compare/fairness.hpp"
#include "compare/summary.hpp"
#include "record/result_json.hpp"
#include "report/overview.hpp"
#include "report/ranks/rank_summary.hpp"
#include "report/report.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

json to_json(const Summary& summary) {
  return {{"solve_seconds",
           {{"min", json_number(summary.solve.min)},
            {"first_quartile", json_number(summary.solve.first_quartile)},
            {"median", json_number(summary.solve.median)},
            {"third_quartile", json_number(summary.solve.third_quartile)},
            {"max", json_number(summary.solve.max)},
            {"mean", json_number(summary.solve.mean)}}},
          {"seconds_per_source", json_number(summary.per_source)},
          {"sources_per_second", json_number(summary.sources_per_second)},
          {"peer_seconds", json_number(summary.peer)},
          {"end_to_end_seconds", json_number(summary.end_to_end)},
          {"mteps", json_number(summary.mteps)},
          {"reached_share", {{"min", json_number(summary.reach.min)}, {"median", json_number(summary.reach.median)}}},
          {"relaxed_per_arc", json_number(summary.relaxed_per_arc)},
          {"settled_per_vertex", json_number(summary.settled_per_vertex)},
          {"rounds", json_number(summary.rounds)},
          {"teps_harmonic_mean", json_number(summary.teps)},
          {"host_seconds", json_number(summary.host)},
          {"verify_seconds", json_number(summary.verify)},
          {"proofs", summary.proofs},
          {"comparisons", summary.comparisons},
          {"speedup", json_number(summary.comparison.ratio)},
          {"speedup_interval",
           {json_number(summary.comparison.interval.low), json_number(summary.comparison.interval.high)}},
          {"verdict", name(summary.comparison.verdict)},
          {"margin", json_number(summary.comparison.margin)},
          {"pairs", summary.comparison.pairs}};
}

}  // namespace

json overall_json(std::span<const Results> all) {
  json overall = json::array();
  for (const Overall& it : over_graphs(all)) {
    overall.push_back({{"label", it.label},
                       {"graphs", it.graphs},
                       {"speedup", json_number(it.speedup)},
                       {"teps", json_number(it.teps)},
                       {"faster", it.count(Verdict::faster)},
                       {"same", it.count(Verdict::same)},
                       {"slower", it.count(Verdict::slower)},
                       {"unclear", it.count(Verdict::unclear)}});
  }
  return overall;
}

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
    summary = to_json(summarise(results, results.runs[i], baseline));
    if (const auto ranks = rank_summary(results, results.runs[i])) summary["ranks"] = to_json(*ranks);
    summary["break_even"] = nullptr;
    if (!paid[i].rival.empty())
      summary["break_even"] = {{"sources", paid[i].sources ? json(*paid[i].sources) : json()},
                               {"against", paid[i].rival}};
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
                    {"overall", overall_json(all)},
                    {"overall_left_out", left_out(all)}});
}

}  // namespace wayfront::host
