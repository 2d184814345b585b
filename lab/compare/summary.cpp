#include "compare/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace wayfront::host {
namespace {

double seconds_per_source(const Sample& sample) { return sample.solve / sample.sources; }

/// The median of what `figure` says of each solve; NaN if it is 0 in all.
template <class Figure>
double median_work(const RunResult& run, Figure figure) {
  const std::vector<double> values = of_samples(run, figure);
  const bool any = std::ranges::any_of(values, [](double value) { return value > 0; });
  return any ? quantile(values, 0.5) : std::numeric_limits<double>::quiet_NaN();
}

void add_work(Summary& summary, const Results& results, const RunResult& run) {
  const auto arcs = static_cast<double>(results.edges), vertices = static_cast<double>(results.vertices);
  if (arcs > 0)
    summary.relaxed_per_arc =
        median_work(run, [&](const Sample& it) { return static_cast<double>(it.work.relaxed) / it.sources / arcs; });
  if (vertices > 0)
    summary.settled_per_vertex = median_work(
        run, [&](const Sample& it) { return static_cast<double>(it.work.settled) / it.sources / vertices; });
  summary.rounds = median_work(run, [](const Sample& it) { return static_cast<double>(it.work.rounds); });
  const std::size_t own = run.samples.empty() ? 0 : run.samples.front().counters.size();
  for (std::size_t i = 0; i < own; ++i) {
    const double count = median_work(run, [i](const Sample& it) { return static_cast<double>(it.work.own[i]); });
    if (!(count > 0)) continue;
    if (!summary.counters.empty()) summary.counters += ", ";
    summary.counters += fmt::format("{} {:.4g}", run.samples.front().counters[i].name, count);
  }
}

/// The standard deviation of a harmonic mean, as Graph500 has it: that of the mean of 1 / x, by the slope of 1 / x there.
double harmonic_deviation(std::span<const double> values, double mean) {
  double squares = 0;
  for (const double it : values) squares += (1 / it - 1 / mean) * (1 / it - 1 / mean);
  return mean * mean * std::sqrt(squares) / static_cast<double>(values.size() - 1);
}

struct Cost {
  double prepare = 0;
  double source = 0;  // median
  bool counts = false;

  bool prepares() const { return prepare > std::max(source, slight); }

  static constexpr double slight = 1e-3;  // seconds: every plugin sets something up
};

Cost cost_of(const RunResult& run) {
  if (run.samples.empty() || run.control) return {};
  return {run.prepare, quantile(of_samples(run, seconds_per_source), 0.5), true};
}

}  // namespace

const RunResult* baseline_of(const Results& results) {
  for (const RunResult& run : results.runs)
    if (run.baseline) return &run;
  return nullptr;
}

std::optional<Comparison> control_of(const Results& results) {
  const RunResult* const baseline = baseline_of(results);
  const auto control = std::ranges::find(results.runs, true, &RunResult::control);
  if (baseline == nullptr || control == results.runs.end()) return std::nullopt;
  return compare(paired_ratios(*baseline, *control), results.apart());
}

std::vector<Doubt> doubts_of(const Results& results) { return doubts(results, control_of(results)); }

Summary summarise(const Results& results, const RunResult& run, const RunResult* baseline) {
  Summary summary;
  std::vector<double> far, peer, teps;
  double sources = 0, seconds = 0;
  // Graph500 counts undirected edges; the graph holds each of them as two arcs.
  const double per_edge = results.directed ? 1 : 0.5;
  for (const Sample& sample : run.samples) {
    sources += sample.sources;
    seconds += sample.solve;
    if (!reaches_little(sample, results.vertices)) far.push_back(seconds_per_source(sample));
    if (sample.peer) peer.push_back(*sample.peer);
    if (sample.outcome == Outcome::solved && sample.certificate.reached_edges > 0)
      teps.push_back(per_edge * static_cast<double>(sample.certificate.reached_edges) / sample.solve);
    summary.proofs += sample.certified.value_or(sample.sources) - sample.compared;
    summary.comparisons += sample.compared;
  }
  summary.solve = spread(of_samples(run, &Sample::solve));
  summary.batches = sources > static_cast<double>(run.samples.size());
  summary.per_source = quantile(of_samples(run, seconds_per_source), 0.5);
  if (seconds > 0) summary.sources_per_second = sources / seconds;
  summary.reach = reach_of(run, results.vertices);
  summary.end_to_end = run.prepare + summary.solve.median;
  // A negative cycle may be found after a few edges: no rate then.
  const bool solved = std::ranges::all_of(run.samples, [](const Sample& s) { return s.outcome == Outcome::solved; });
  if (solved && !asks_for_part(results))
    summary.mteps = per_edge * static_cast<double>(results.edges) / quantile(far, 0.5) / 1e6;
  summary.teps = harmonic_mean(teps);
  if (teps.size() >= 64) summary.teps_deviation = harmonic_deviation(teps, summary.teps);
  add_work(summary, results, run);
  summary.host = quantile(of_samples(run, &Sample::host), 0.5);
  if (!peer.empty()) summary.peer = quantile(peer, 0.5);
  summary.verify = quantile(of_samples(run, &Sample::verify), 0.5);

  if (baseline == nullptr) return summary;
  const auto control = run.control ? std::nullopt : control_of(results);
  Comparison& compared = summary.comparison;
  compared = compare(paired_ratios(*baseline, run), results.apart() && baseline != &run, control ? &*control : nullptr);
  const bool judged = !run.control && &run != baseline && compared.verdict != Verdict::none;
  summary.rough = judged && !doubts(results, control).empty();
  if (summary.rough) compared.verdict = rough_verdict(compared, control ? &*control : nullptr);
  return summary;
}

std::vector<BreakEven> break_even(const Results& results) {
  std::vector<Cost> costs;
  for (const RunResult& run : results.runs) costs.push_back(cost_of(run));
  const auto is_better = [](const Cost& a, const Cost& b) {
    if (a.counts != b.counts) return a.counts;
    if (a.prepares() != b.prepares()) return b.prepares();
    return a.prepares() ? a.prepare < b.prepare : a.source < b.source;
  };
  std::vector<BreakEven> all(costs.size());
  const auto rival = std::ranges::min_element(costs, is_better);
  if (rival == costs.end() || !rival->counts) return all;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const Cost& cost = costs[i];
    if (!cost.counts || !cost.prepares() || &cost == &*rival || cost.prepare <= rival->prepare) continue;
    all[i].rival = results.runs[static_cast<std::size_t>(rival - costs.begin())].label;
    const double saved = rival->source - cost.source;
    if (saved > 0)
      all[i].sources =
          static_cast<std::uint64_t>(std::min(std::max(std::ceil((cost.prepare - rival->prepare) / saved), 1.0), 1e18));
  }
  return all;
}

}  // namespace wayfront::host
