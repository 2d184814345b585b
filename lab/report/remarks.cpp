#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <ranges>
#include <set>

#include "base/characters.hpp"
#include "compare/summary.hpp"
#include "report/overview.hpp"
#include "report/run_columns.hpp"

namespace wayfront::host {
namespace {

/// Of an arc or a cycle: integers without a point, floats as short as possible.
std::string arc_weight(const ExactWeight& weight) {
  if (const auto integer = weight.integer()) return fmt::format("{}", *integer);
  const double value = weight.rounded();
  if (value == std::trunc(value)) return fmt::format("{:.0f}", value);
  return is_float32(value) ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
}

std::string cycle_line(const RunResult& run) {
  constexpr std::size_t max = 12;
  const auto found = std::ranges::find(run.samples, Outcome::negative_cycle, &Sample::outcome);
  if (found == run.samples.end() || found->cycle.empty()) return {};
  const std::size_t arcs = found->cycle.size();
  const bool known = !found->cycle_arcs.empty();  // not in reports of earlier versions
  std::string text =
      fmt::format("negative cycle from source {}, {} {}", found->source, arcs, arcs == 1 ? "arc" : "arcs");
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

/// How several devices shared the sources of a run, over all of its samples.
std::string shares_line(const RunResult& run) {
  std::vector<DeviceShare> all;
  for (const Sample& sample : run.samples)
    for (const DeviceShare& share : sample.devices) add_share(all, share);
  std::vector<std::string> parts;
  for (const DeviceShare& it : all)
    parts.push_back(fmt::format("device {} solved {} sources in {} calls and {:.3g} s", it.device, it.sources, it.calls,
                                it.seconds));
  return fmt::format("{}", fmt::join(parts, ", "));
}

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
  const std::string seed = certified < rows ? text_at(results.pipeline, "/measure/seed/value") : "";
  std::string text =
      fmt::format("{} of {} rows certified{}", certified, rows, seed.empty() ? "" : ", drawn with seed " + seed);
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

std::vector<std::string> remarks(const Results& results) {
  std::vector<std::string> lines;
  const auto of_each_run = [&](auto&& line_of) {
    for (const RunResult& run : results.runs)
      if (const std::string line = line_of(run); !line.empty())
        lines.push_back(on_one_line(fmt::format("{}: {}", run.label, line)));
  };
  of_each_run([](const RunResult& run) {
    return run.status == RunStatus::ok ? std::string() : fmt::format("{}: {}", name(run.status), run.reason);
  });
  of_each_run([](const RunResult& run) { return run.unwritten; });
  for (const RunResult& run : results.runs)
    for (const std::string& note : run.notes) lines.push_back(on_one_line(fmt::format("{}: {}", run.label, note)));
  of_each_run([&](const RunResult& run) {
    if (run.samples.empty() || !run.samples.front().peer) return std::string();
    return fmt::format("by its own clock, the program that it asks takes {} for a solve",
                       duration_text(summarise(results, run, nullptr).peer));
  });
  of_each_run([&](const RunResult& run) { return drawn_line(results, run); });
  of_each_run(shares_line);
  of_each_run([&](const RunResult& run) { return ranks_line(results, run); });
  of_each_run(cycle_line);
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

}  // namespace wayfront::host
