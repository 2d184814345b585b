#include "json_text.hpp"
#include "report.hpp"
#include "result_json.hpp"
#include "summary.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

json to_json(const Summary& summary) {
  return {{"solve_seconds",
           {{"min", json_number(summary.solve.least)},
            {"first_quartile", json_number(summary.solve.first_quartile)},
            {"median", json_number(summary.solve.median)},
            {"third_quartile", json_number(summary.solve.third_quartile)},
            {"max", json_number(summary.solve.most)},
            {"mean", json_number(summary.solve.mean)}}},
          {"end_to_end_seconds", json_number(summary.end_to_end)},
          {"mteps", json_number(summary.mteps)},
          {"teps_harmonic_mean", json_number(summary.teps)},
          {"host_seconds", json_number(summary.host)},
          {"verify_seconds", json_number(summary.verify)},
          {"speedup", json_number(summary.speedup)}};
}

}  // namespace

std::string json_report(const Results& results) {
  json whole = to_json(results);
  const RunResult* const baseline = baseline_of(results);
  for (std::size_t i = 0; i < results.runs.size(); ++i)
    whole["runs"][i]["summary"] = to_json(summarise(results, results.runs[i], baseline));
  return json_text(whole);
}

}  // namespace wayfront::host
