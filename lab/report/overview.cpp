#include "report/overview.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <ranges>
#include <set>
#include <span>
#include <utility>

#include "base/available_memory.hpp"
#include "base/characters.hpp"
#include "base/share_text.hpp"
#include "compare/across_graphs.hpp"
#include "compare/comparison.hpp"
#include "compare/fairness.hpp"
#include "compare/summary.hpp"
#include "report/device_lines.hpp"
#include "report/ranks/rank_summary.hpp"
#include "record/case_names.hpp"

namespace wayfront::host {
namespace {

/// The rows of a run of which not all were certified: of the first repeat, which has the same rows as the others.
struct DrawnRows {
  std::uint64_t certified = 0, all = 0;      // all: 0 where no rows were drawn
  std::uint64_t checked = 0, unchecked = 0;  // by the plugin
};

DrawnRows drawn_rows(const RunResult& run) {
  DrawnRows rows;
  for (const Sample& sample : run.samples) {
    if (!sample.certified || sample.repeat != run.samples.front().repeat) continue;
    rows.certified += *sample.certified;
    rows.all += sample.sources;
    rows.checked += sample.checked;
    rows.unchecked += sample.unchecked;
  }
  return rows;
}

std::string answers(const RunResult& run) {
  const auto right =
      std::ranges::count_if(run.samples, [](const Sample& s) { return s.certificate.finding == Finding::right; });
  const auto cycles =
      std::ranges::count_if(run.samples, [](const Sample& s) { return s.outcome == Outcome::negative_cycle; });
  if (run.samples.empty()) return std::string(name(run.status));
  std::string text = fmt::format("{}/{} right", right, run.samples.size());
  if (const DrawnRows rows = drawn_rows(run); rows.certified < rows.all)
    text += fmt::format(" ({} of {} rows)", rows.certified, rows.all);
  if (cycles > 0) text += ", negative cycle";
  if (run.status != RunStatus::ok) text += fmt::format(", {}", name(run.status));
  return text;
}

/// How its answers were certified.
std::string proofs_text(const Summary& it) {
  if (it.proofs + it.comparisons == 0) return "-";
  if (it.comparisons == 0) return fmt::format("{} proofs", it.proofs);
  return fmt::format("{} proofs, {} comparisons", it.proofs, it.comparisons);
}

/// Integers in full, floats with all distinguishing digits.
std::string weight(double value) {
  return value == std::trunc(value) && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value)
                                                              : fmt::format("{:.9g}", value);
}

/// Of an arc or a cycle: integers without a point, floats as short as possible.
std::string arc_weight(const ExactWeight& weight) {
  if (const auto integer = weight.integer()) return fmt::format("{}", *integer);
  const double value = weight.rounded();
  if (value == std::trunc(value)) return fmt::format("{:.0f}", value);
  return is_float32(value) ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
}

/// A key of the graph's description that is shown only if it is a number.
double number_of(const nlohmann::json& graph, const char* key) {
  const auto found = graph.find(key);
  return found != graph.end() && found->is_number() ? found->get<double>() : std::nan("");
}

/// The first negative cycle that a run found, or nothing.
std::optional<std::string> cycle_line(const RunResult& run) {
  constexpr std::size_t max = 12;
  const auto found = std::ranges::find(run.samples, Outcome::negative_cycle, &Sample::outcome);
  if (found == run.samples.end() || found->cycle.empty()) return std::nullopt;
  const std::size_t arcs = found->cycle.size();
  const bool known = !found->cycle_arcs.empty();  // not in reports of earlier versions
  std::string text = fmt::format("{}: negative cycle from source {}, {} {}", run.label, found->source, arcs,
                                 arcs == 1 ? "arc" : "arcs");
  if (known) text += fmt::format(", weight {}", arc_weight(found->cycle_weight));
  text += fmt::format(": {}", found->cycle.front());
  for (std::size_t i = 0; i < std::min(arcs, max); ++i) {
    text += fmt::format(" -> {}", found->cycle[(i + 1) % arcs]);
    if (known)
      text += fmt::format(" (arc {}, weight {})", found->cycle_arcs[i].number, arc_weight(found->cycle_arcs[i].weight));
  }
  if (arcs > max) text += fmt::format(" -> ... {} more", arcs - max);
  return text;
}

/// The median over the sources, and the smallest share if that is less than half of it.
std::string reach_text(const Reach& reach) {
  const std::string median = share_text(reach.median);
  return reach.min < reach.median / 2 ? fmt::format("{}, min {}", median, share_text(reach.min)) : median;
}

std::string interval_text(const Interval& interval) {
  if (!std::isfinite(interval.low)) return "-";
  return fmt::format("{:.3g} .. {:.3g}", interval.low, interval.high);
}

std::string memory_text(std::uint64_t bytes) { return bytes == 0 ? "-" : bytes_text(static_cast<double>(bytes)); }

/// Whether its plugin counted what it did.
bool has_work(const Summary& it) { return it.relaxed_per_arc > 0 || it.settled_per_vertex > 0 || it.rounds > 0; }

std::string control_line(const Results& results) {
  const auto control = control_of(results);
  if (!control || control->pairs == 0) return {};
  return fmt::format("the baseline against itself: {}, between {} of its speed; this is what 'same' looks like here",
                     figure_text(control->ratio, "x"), interval_text(control->interval));
}

/// How far a run can be trusted of which not all rows were certified.
std::string drawn_line(const Results& results, const RunResult& run) {
  const auto [certified, rows, checked, unchecked] = drawn_rows(run);
  if (rows == 0) return {};
  const nlohmann::json::json_pointer at("/measure/seed/value");
  const bool drawn = certified < rows && results.pipeline.is_object() && results.pipeline.contains(at);
  std::string text = fmt::format("{}: {} of {} rows certified{}", run.label, certified, rows,
                                 drawn ? ", drawn with seed " + results.pipeline.at(at).dump() : "");
  if (checked + unchecked != 0)
    text += fmt::format("; the plugin itself checked {} rows, and could not check {}", checked, unchecked);
  return text;
}

/// The min and max of some figures, or the single value if they are equal.
template <class Figures>
std::string span_text(Figures&& figures, const char* unit) {
  const auto [min, greatest] = std::ranges::minmax(figures);
  if (min == greatest) return fmt::format("{} {}", min, unit);
  return fmt::format("{} .. {} {}", min, greatest, unit);
}

std::string device_line(const Results& results) {
  const std::vector<DeviceReading>& readings = results.readings.devices;
  if (readings.empty()) return {};
  std::set<std::pair<VertexId, unsigned>> blocks;
  for (const DeviceReading& reading : readings) blocks.emplace(reading.source, reading.repeat);
  const auto slowed = throttled_blocks(results);
  std::set<std::string> reasons;
  for (const auto& [block, why] : slowed) reasons.insert(why.begin(), why.end());
  const std::string state =
      fmt::format("the GPU before each block: {}, {}",
                  span_text(readings | std::views::transform(&DeviceReading::graphics_mhz), "MHz"),
                  span_text(readings | std::views::transform(&DeviceReading::celsius), "C"));
  if (slowed.empty()) return state + ", never throttled";
  return fmt::format("{}; throttled in {} of {} blocks ({}); their samples are kept", state, slowed.size(),
                     blocks.size(), fmt::join(reasons, ", "));
}

/// The frequency of processors, if it varied.
std::string frequency_line(const Results& results) {
  std::vector<unsigned> all;
  for (const MachineReading& it : results.readings.machine)
    if (it.mhz) all.push_back(*it.mhz);
  if (all.empty()) return {};
  const auto [min, greatest] = std::ranges::minmax(all);
  constexpr double worth_saying = 1.1;
  if (greatest <= min * worth_saying) return {};
  return fmt::format("the processor's frequency after blocks: {}", span_text(all, "MHz"));
}

}  // namespace

std::map<std::pair<VertexId, unsigned>, std::set<std::string>> throttled_blocks(const Results& results) {
  std::map<std::pair<VertexId, unsigned>, std::set<std::string>> found;
  for (const DeviceReading& it : results.readings.devices)
    if (!it.throttled.empty()) found[{it.source, it.repeat}].insert(it.throttled.begin(), it.throttled.end());
  return found;
}

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
      fmt::format("{}: {} vertices, {} {}, weights {} {} .. {}", on_one_line(graph.value("name", "")), results.vertices,
                  results.edges, results.directed ? "edges" : "arcs", on_one_line(graph.value("weights", "")),
                  weight(number_of(graph, "min_weight")), weight(number_of(graph, "max_weight")));
  if (const std::string rule = graph.value("weight_rule", ""); !rule.empty())
    first += fmt::format(" (by rule: {})", on_one_line(rule));
  first += fmt::format("; loaded in {}", duration_text(number_of(graph, "load_seconds")));
  const std::string label = case_of(results);
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

std::vector<Row> run_rows(const Results& results) {
  const RunResult* const baseline = baseline_of(results);
  std::vector<Row> rows = {{"run", "median", "quartiles", "min", "prepare", "MTEPS", "reached", "speedup", "95 %",
                            "verdict", "verify", "certified by", "answers"}};
  const bool batches = std::ranges::any_of(results.runs, [](const RunResult& run) {
    return std::ranges::any_of(run.samples, [](const Sample& it) { return it.sources > 1; });
  });
  const bool counts = std::ranges::any_of(
      results.runs, [&](const RunResult& run) { return has_work(summarise(results, run, nullptr)); });
  const bool device =
      std::ranges::any_of(results.runs, [](const RunResult& run) { return run.usage.device.peak != 0; });
  constexpr std::ptrdiff_t after_median = 2, after_prepare = 5, after_reached = 7;
  const std::vector<BreakEven> paid = break_even(results);
  const bool any_prepares = std::ranges::any_of(paid, [](const BreakEven& it) { return !it.rival.empty(); });
  if (counts) rows.front().insert(rows.front().begin() + after_reached, {"relaxed/arc", "settled/vertex", "rounds"});
  if (device) rows.front().insert(rows.front().begin() + after_prepare, {"GPU memory", "expected"});
  if (any_prepares) rows.front().insert(rows.front().begin() + after_prepare, "pays after");
  if (batches) rows.front().insert(rows.front().begin() + after_median, {"per source", "sources/s"});
  for (const RunResult& run : results.runs) {
    const Summary it = summarise(results, run, baseline);
    const Comparison& compared = it.comparison;
    const bool any = !run.samples.empty();
    const bool itself = &run == baseline;
    const bool judged = !itself && compared.verdict != Verdict::none;
    rows.push_back(
        {on_one_line(run.label), duration_text(it.solve.median),
         any ? fmt::format("{} .. {}", duration_text(it.solve.first_quartile), duration_text(it.solve.third_quartile))
             : "-",
         duration_text(it.solve.min), any ? duration_text(run.prepare) : "-", figure_text(it.mteps),
         reach_text(it.reach), figure_text(compared.ratio, "x"), judged ? interval_text(compared.interval) : "-",
         judged          ? it.rough ? rough_verdict_text(compared) : std::string(name(compared.verdict))
                  : itself && any ? "baseline"
                         : "-",
         duration_text(it.verify), proofs_text(it), answers(run)});
    if (counts)
      rows.back().insert(rows.back().begin() + after_reached,
                         {figure_text(it.relaxed_per_arc), figure_text(it.settled_per_vertex), figure_text(it.rounds)});
    if (device)
      rows.back().insert(rows.back().begin() + after_prepare,
                         {memory_text(run.usage.device.peak), memory_text(run.usage.device.estimate)});
    if (any_prepares)
      rows.back().insert(rows.back().begin() + after_prepare,
                         break_even_text(paid[static_cast<std::size_t>(&run - results.runs.data())]));
    if (batches)
      rows.back().insert(rows.back().begin() + after_median,
                         {duration_text(it.per_source), figure_text(it.sources_per_second)});
  }
  return rows;
}

std::string break_even_text(const BreakEven& it) {
  if (it.rival.empty()) return "-";
  return it.sources ? fmt::format("{} source{}", *it.sources, *it.sources == 1 ? "" : "s") : "never";
}

std::vector<std::string> remarks(const Results& results) {
  std::vector<std::string> lines;
  for (const RunResult& run : results.runs)
    if (run.status != RunStatus::ok)
      lines.push_back(on_one_line(fmt::format("{}: {}: {}", run.label, name(run.status), run.reason)));
  for (const RunResult& run : results.runs)
    if (!run.unwritten.empty()) lines.push_back(on_one_line(fmt::format("{}: {}", run.label, run.unwritten)));
  for (const RunResult& run : results.runs)
    for (const std::string& note : run.notes) lines.push_back(on_one_line(fmt::format("{}: {}", run.label, note)));
  for (const RunResult& run : results.runs)
    if (!run.samples.empty() && run.samples.front().peer)
      lines.push_back(on_one_line(fmt::format("{}: by its own clock, the program that it asks takes {} for a solve",
                                              run.label, duration_text(summarise(results, run, nullptr).peer))));
  for (const RunResult& run : results.runs)
    if (const std::string line = drawn_line(results, run); !line.empty()) lines.push_back(on_one_line(line));
  for (const RunResult& run : results.runs)
    for (const std::string& line : {shares_line(run), ranks_line(results, run)})
      if (!line.empty()) lines.push_back(on_one_line(line));
  for (const RunResult& run : results.runs)
    if (auto line = cycle_line(run)) lines.push_back(on_one_line(*line));
  std::ranges::move(fairness_notes(results), std::back_inserter(lines));
  for (const BreakEven& it : break_even(results)) {
    if (it.rival.empty()) continue;
    lines.push_back(on_one_line(fmt::format(
        "pays after: the number of sources from which preparing and solving take less time together than with '{}'",
        it.rival)));
    break;
  }
  const RunResult* const baseline = baseline_of(results);
  const bool others = std::ranges::any_of(results.runs, [](const RunResult& run) { return !run.samples.empty(); });
  if (baseline != nullptr && baseline->samples.empty() && others)
    lines.push_back(fmt::format("no speedups: the baseline '{}' was not measured", on_one_line(baseline->label)));
  for (std::string line : {control_line(results), device_line(results), frequency_line(results)})
    if (!line.empty()) lines.push_back(std::move(line));
  if (results.interrupted) lines.emplace_back("interrupted: the table has everything that was measured until then");
  return lines;
}

std::vector<Row> overall_rows(std::span<const Results> all) {
  const std::vector<Overall> rows = over_graphs(all);
  if (rows.empty()) return {};
  std::vector<Row> text = {{"run", "graphs", "speedup", "faster", "same", "slower", "unclear", "TEPS"}};
  for (const Overall& it : rows) {
    const auto count = [&](Verdict verdict) { return fmt::format("{}", it.count(verdict)); };
    text.push_back({on_one_line(it.label), fmt::format("{}", it.graphs), figure_text(it.speedup, "x"),
                    count(Verdict::faster), count(Verdict::same), count(Verdict::slower), count(Verdict::unclear),
                    figure_text(it.teps)});
  }
  return text;
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
