#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "option_text.hpp"
#include "report.hpp"
#include "summary.hpp"

namespace wayfront::host {
namespace {

std::string seconds(double value) {
  if (!std::isfinite(value)) return "-";
  if (value >= 1) return fmt::format("{:.3f} s", value);
  if (value >= 1e-3) return fmt::format("{:.3f} ms", value * 1e3);
  return fmt::format("{:.1f} us", value * 1e6);
}

std::string figure(double value, const char* unit = "") {
  if (!std::isfinite(value)) return "-";
  return value < 1e4 ? fmt::format("{:.4g}{}", value, unit) : fmt::format("{:.0f}{}", value, unit);
}

/// The columns' width is their widest cell's; the first column is flush left, the others flush right.
template <std::size_t N>
std::string aligned(const std::vector<std::array<std::string, N>>& rows) {
  std::array<std::size_t, N> width{};
  for (const auto& row : rows)
    for (std::size_t i = 0; i < N; ++i) width[i] = std::max(width[i], row[i].size());
  std::string text;
  for (const auto& row : rows) {
    text += fmt::format("{:<{}}", row[0], width[0]);
    for (std::size_t i = 1; i < N; ++i) text += fmt::format("  {:>{}}", row[i], width[i]);
    text += '\n';
  }
  return text;
}

std::string answers(const RunResult& run) {
  const auto right =
      std::ranges::count_if(run.samples, [](const Sample& s) { return s.certificate.verdict == Verdict::right; });
  const auto cycles =
      std::ranges::count_if(run.samples, [](const Sample& s) { return s.outcome == Outcome::negative_cycle; });
  if (run.samples.empty()) return std::string(name(run.status));
  std::string text = fmt::format("{}/{} right", right, run.samples.size());
  if (cycles > 0) text += ", negative cycle";
  if (run.status != RunStatus::ok) text += fmt::format(", {}", name(run.status));
  return text;
}

/// Integers in full, floats as far as they can be told apart.
std::string weight(double value) {
  return value == std::trunc(value) && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value)
                                                              : fmt::format("{:.9g}", value);
}

/// The first negative cycle that a run found, or "".
std::string cycle_line(const RunResult& run) {
  constexpr std::size_t most = 12;
  const auto found = std::ranges::find(run.samples, Outcome::negative_cycle, &Sample::outcome);
  if (found == run.samples.end()) return {};
  const std::span cycle(found->cycle);
  std::string text = fmt::format("{}: negative cycle from source {}, {} arc(s): {}", run.label, found->source,
                                 cycle.size(), fmt::join(cycle.first(std::min(most, cycle.size())), " -> "));
  if (cycle.size() > most) text += " -> ...";
  return fmt::format("{} -> {}\n", text, cycle.front());
}

}  // namespace

std::string table_report(const Results& results) {
  const auto& graph = results.graph;
  std::string text;
  if (graph.is_object()) {
    text += fmt::format("{}: {} vertices, {} edges, weights {} {} .. {}", on_one_line(graph.value("name", "")),
                        results.vertices, results.edges, graph.value("weights", ""),
                        weight(graph.value("min_weight", 0.0)), weight(graph.value("max_weight", 0.0)));
    if (const std::string rule = graph.value("weight_rule", ""); !rule.empty())
      text += fmt::format(" (given by rule: {})", rule);
    text += fmt::format("; loaded in {}\n{} source(s), {}\n\n", seconds(graph.value("load_seconds", 0.0)),
                        results.sources.size(), results.directed ? "directed" : "undirected: each edge is two arcs");
  }

  const RunResult* const baseline = baseline_of(results);
  std::vector<std::array<std::string, 9>> rows = {
      {"run", "median", "quartiles", "min", "prepare", "MTEPS", "speedup", "verify", "answers"}};
  for (const RunResult& run : results.runs) {
    const Summary it = summarise(results, run, baseline);
    const bool any = !run.samples.empty();
    rows.push_back(
        {run.label, seconds(it.solve.median),
         any ? fmt::format("{} .. {}", seconds(it.solve.first_quartile), seconds(it.solve.third_quartile)) : "-",
         seconds(it.solve.least), any ? seconds(run.prepare) : "-", figure(it.mteps), figure(it.speedup, "x"),
         seconds(it.verify), answers(run)});
  }
  text += aligned(rows);
  for (const RunResult& run : results.runs)
    if (run.status != RunStatus::ok) text += fmt::format("{}: {}: {}\n", run.label, name(run.status), run.reason);
  for (const RunResult& run : results.runs) text += cycle_line(run);
  const bool others = std::ranges::any_of(results.runs, [](const RunResult& run) { return !run.samples.empty(); });
  if (baseline != nullptr && baseline->samples.empty() && others)
    text += fmt::format("no speedups: the baseline '{}' was not measured\n", baseline->label);
  if (results.interrupted) text += "interrupted: what was measured until then is above\n";
  return text;
}

}  // namespace wayfront::host
