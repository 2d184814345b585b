#include "report/overview.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/characters.hpp"
#include "base/text.hpp"

namespace wayfront::host {
namespace {

/// Integers in full, floats with all distinguishing digits.
std::string weight(double value) {
  return value == std::trunc(value) && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value)
                                                              : fmt::format("{:.9g}", value);
}

}  // namespace

std::string duration_text(double value) {
  if (!std::isfinite(value)) return "-";
  if (value >= 1) return fmt::format("{:.3f} s", value);
  if (value >= 1e-3) return fmt::format("{:.3f} ms", value * 1e3);
  return fmt::format("{:.1f} us", value * 1e6);
}

std::string figure_text(double value, const char* unit) {
  if (!std::isfinite(value)) return "-";
  return value < 1e4 ? fmt::format("{:.4g}{}", value, unit) : fmt::format("{:.0f}{}", value, unit);
}

std::string interval_text(const Interval& interval) {
  if (!std::isfinite(interval.low)) return "-";
  return fmt::format("{:.3g} .. {:.3g}", interval.low, interval.high);
}

std::string aligned(const std::vector<Row>& rows, FirstColumn first) {
  std::vector<std::size_t> width(rows.front().size());
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], character_count(row[i]));
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blank(width[i] - character_count(row[i]), ' ');
      if (i > 0) text += "  ";
      text += i == 0 && first == FirstColumn::left ? row[i] + blank : blank + row[i];
    }
    text += '\n';
  }
  return text;
}

std::vector<std::string> graph_lines(const Results& results) {
  const auto& graph = results.graph;
  if (!graph.is_object()) return {};
  std::string first =
      fmt::format("{}: {} vertices, {} {}, weights {} {} .. {}", on_one_line(text_at(graph, "/name")), results.vertices,
                  results.edges, results.directed ? "edges" : "arcs", on_one_line(text_at(graph, "/weights")),
                  weight(number_at(graph, "/min_weight")), weight(number_at(graph, "/max_weight")));
  if (const std::string rule = text_at(graph, "/weight_rule"); !rule.empty())
    first += fmt::format(" (by rule: {})", on_one_line(rule));
  first += fmt::format("; loaded in {}", duration_text(number_at(graph, "/load_seconds")));
  const std::string label = results.case_label();
  std::vector<std::string> lines = {
      first, fmt::format("{} source(s), {}{}", results.sources.size(),
                         results.directed ? "directed" : "undirected: each edge is two arcs, and counts once in MTEPS",
                         label.empty() ? "" : fmt::format("; case {}", on_one_line(label)))};
  for (const nlohmann::json& note : graph.value("notes", nlohmann::json::array()))
    if (note.is_string()) lines.push_back("note: " + on_one_line(note.get<std::string>()));
  return lines;
}

std::string doubt_line(std::span<const Results> all) {
  std::vector<std::string> reasons;
  std::vector<Doubt> every;
  bool verdicts = false;
  for (const Results& results : all) {
    const std::vector<Doubt> doubts = doubts_of(results);
    if (doubts.empty()) continue;
    verdicts |= std::ranges::count_if(results.runs, [](const RunResult& it) { return !it.samples.empty(); }) > 1;
    std::string reason = (all.size() > 1 ? "on " + short_case_name(results, all) + " " : "") + reasons_text(doubts);
    if (std::ranges::find(reasons, reason) == reasons.end()) reasons.push_back(std::move(reason));
    every.insert(every.end(), doubts.begin(), doubts.end());
  }
  if (reasons.empty()) return {};
  const std::string what =
      verdicts ? fmt::format("differences below {:.0f} %, which are 'unclear'", 100 * rough_margin) : "the times";
  return fmt::format("do not trust {}: {}. What helps: {}", what, fmt::join(reasons, "; "), advice_text(every));
}

std::string break_even_text(const BreakEven& it) {
  if (it.rival.empty()) return "-";
  return it.sources ? fmt::format("{} source{}", *it.sources, *it.sources == 1 ? "" : "s") : "never";
}

std::vector<Results> grouped_by_graph(std::span<const Results> all) {
  std::vector<Results> grouped(all.begin(), all.end());
  std::map<std::string, std::size_t> first;  // graphs in order of first occurrence
  for (std::size_t i = 0; i < all.size(); ++i) first.emplace(graph_key(all[i]), i);
  std::ranges::stable_sort(grouped, {}, [&](const Results& it) { return first[graph_key(it)]; });
  return grouped;
}

std::vector<std::string> reach_lines(std::span<const Results> all) {
  std::vector<std::string> lines;
  for (const Results& results : all)
    if (std::string note = reach_note(results); !note.empty()) lines.push_back(std::move(note));
  return lines;
}

std::string overall_line(std::span<const Results> all) {
  std::string text = "geometric mean of speedups, verdicts counted, harmonic mean of TEPS";
  if (const std::vector<std::string> names = left_out(all); !names.empty())
    text += fmt::format("; without {}, whose sources reach under {} of the vertices", fmt::join(names, ", "),
                        share_text(little_reach));
  return text;
}

std::string grouping_line(std::span<const Results> all) {
  std::set<std::string> graphs;
  for (const Results& results : all) graphs.insert(graph_key(results));
  if (graphs.size() < 2) return {};
  return fmt::format("{} results of {} graphs: runs are compared only on the same graph", all.size(), graphs.size());
}

}  // namespace wayfront::host
