#include "summary.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace wayfront::host {

const RunResult* baseline_of(const Results& results) {
  for (const RunResult& run : results.runs)
    if (run.baseline) return &run;
  return nullptr;
}

Summary summarise(const Results& results, const RunResult& run, const RunResult* baseline) {
  std::vector<double> solve, host, verify, teps;
  // Graph500 counts undirected edges; the graph holds each of them as two arcs.
  const double per_edge = results.directed ? 1 : 0.5;
  for (const Sample& sample : run.samples) {
    solve.push_back(sample.solve);
    host.push_back(sample.host);
    verify.push_back(sample.verify);
    if (sample.outcome == Outcome::solved && sample.certificate.reached_edges > 0)
      teps.push_back(per_edge * static_cast<double>(sample.certificate.reached_edges) / sample.solve);
  }
  Summary summary;
  summary.solve = spread(solve);
  summary.end_to_end = run.prepare + summary.solve.median;
  // A negative cycle may be found after a look at a few edges only: no rate then.
  const bool solved = std::ranges::all_of(run.samples, [](const Sample& s) { return s.outcome == Outcome::solved; });
  if (solved) summary.mteps = per_edge * static_cast<double>(results.edges) / summary.solve.median / 1e6;
  summary.teps = harmonic_mean(teps);
  summary.host = quantile(host, 0.5);
  summary.verify = quantile(verify, 0.5);

  if (baseline != nullptr) {
    std::map<std::pair<VertexId, unsigned>, double> reference;
    for (const Sample& sample : baseline->samples) reference[{sample.source, sample.repeat}] = sample.solve;
    std::vector<double> ratios;
    for (const Sample& sample : run.samples) {
      const auto pair = reference.find({sample.source, sample.repeat});
      if (pair != reference.end()) ratios.push_back(pair->second / sample.solve);
    }
    summary.speedup = quantile(std::move(ratios), 0.5);
  }
  return summary;
}

}  // namespace wayfront::host
