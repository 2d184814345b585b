#include <cmath>

#include "json_text.hpp"
#include "report.hpp"
#include "summary.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

/// JSON has no NaN and no infinity: null stands for both.
json number(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

json to_json(const Work& work) {
  return {{"rounds", work.rounds},     {"settled", work.settled}, {"relaxed", work.relaxed},
          {"improved", work.improved}, {"pushed", work.pushed},   {"stale", work.stale}};
}

json to_json(const Sample& sample) {
  json it = {{"source", sample.source},
             {"repeat", sample.repeat},
             {"solve_seconds", sample.solve},
             {"setup_seconds", sample.setup},
             {"upload_seconds", sample.upload},
             {"compute_seconds", sample.compute},
             {"download_seconds", sample.download},
             {"host_seconds", sample.host},
             {"verify_seconds", sample.verify},
             {"outcome", name(sample.outcome)},
             {"verdict", name(sample.certificate.verdict)},
             {"reached_vertices", sample.certificate.reached},
             {"reached_edges", sample.certificate.reached_edges},
             {"distance_sum", number(sample.certificate.distance_sum)},
             {"distance_max", number(sample.certificate.distance_most)},
             {"digest", sample.certificate.digest},
             {"work", to_json(sample.work)}};
  if (sample.outcome == Outcome::negative_cycle) it["cycle"] = sample.cycle;
  for (const RoundRecord& round : sample.rounds) {
    it["rounds"].push_back({{"round", round.round},
                            {"active", round.active},
                            {"relaxed", round.relaxed},
                            {"improved", round.improved},
                            {"limit", number(round.limit)},
                            {"seconds", round.seconds}});
  }
  return it;
}

json to_json(const Summary& summary) {
  return {{"solve_seconds",
           {{"min", number(summary.solve.least)},
            {"first_quartile", number(summary.solve.first_quartile)},
            {"median", number(summary.solve.median)},
            {"third_quartile", number(summary.solve.third_quartile)},
            {"max", number(summary.solve.most)},
            {"mean", number(summary.solve.mean)}}},
          {"end_to_end_seconds", number(summary.end_to_end)},
          {"mteps", number(summary.mteps)},
          {"teps_harmonic_mean", number(summary.teps)},
          {"host_seconds", number(summary.host)},
          {"verify_seconds", number(summary.verify)},
          {"speedup", number(summary.speedup)}};
}

}  // namespace

std::string json_report(const Results& results) {
  json runs = json::array();
  const RunResult* const baseline = baseline_of(results);
  for (const RunResult& run : results.runs) {
    json samples = json::array();
    for (const Sample& sample : run.samples) samples.push_back(to_json(sample));
    runs.push_back({{"label", run.label},
                    {"plugin", {{"name", run.plugin}, {"version", run.version}, {"file", run.file}}},
                    {"options", run.options},
                    {"baseline", run.baseline},
                    {"predecessors", run.predecessors},
                    {"status", name(run.status)},
                    {"reason", run.reason},
                    {"prepare_seconds", run.prepare},
                    {"peak_bytes", run.peak_bytes},
                    {"summary", to_json(summarise(results, run, baseline))},
                    {"samples", std::move(samples)}});
  }
  const json whole = {{"schema", report_schema},    {"started", results.started},
                      {"seconds", results.seconds}, {"interrupted", results.interrupted},
                      {"machine", results.machine}, {"pipeline", results.pipeline},
                      {"graph", results.graph},     {"sources", results.sources},
                      {"runs", std::move(runs)}};
  return json_text(whole);
}

std::string json_line(const RunResult& run, const Sample& sample) {
  json line = to_json(sample);
  line["label"] = run.label;
  return json_text(line, -1);
}

}  // namespace wayfront::host
