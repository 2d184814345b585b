#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/characters.hpp"
#include "compare/summary.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/texts.hpp"

namespace wayfront::host {
namespace {

/// More points of one run would only be a blot.
constexpr std::size_t max_points = 5000;

/// Of the GPU when the sample's block began: clock, temperature, why it was slowed down; empty without readings.
std::vector<std::string> device_cells(const Results& results, const Sample& sample) {
  for (const DeviceReading& it : results.readings.devices)
    if (it.source == sample.source && it.repeat == sample.repeat)
      return {fmt::format("{}", it.graphics_mhz), fmt::format("{}", it.celsius),
              fmt::format("{}", fmt::join(it.throttled, ", "))};
  return {"", "", ""};
}

}  // namespace

std::optional<Figure> samples_figure(const Results& results, const Inks& inks) {
  FigureView view{.data = {{"run", "source", "repeat", "solve_seconds", "outcome"}}};
  const bool devices = !results.readings.devices.empty();
  if (devices) view.data.columns.insert(view.data.columns.end(), {"gpu_mhz", "gpu_celsius", "gpu_throttled"});
  std::vector<double> times;
  RowPlot plot{.height = 36,
               .bar = 20,
               .scale = [&](double from, double to) { return fitting(times, from, to, {.factor = 8, .zero = false}); },
               .axis = {"time of a solve", seconds_text}};
  std::size_t all = 0, shown = 0;
  for (const RunResult& run : results.runs) {
    if (run.samples.empty()) continue;
    all += run.samples.size();
    shown += std::min(run.samples.size(), max_points);
    for (const Sample& sample : run.samples)
      if (sample.solve > 0) times.push_back(sample.solve);
    plot.rows.push_back(
        {on_one_line(run.label), [&](Svg& svg, const Scale& scale, double y, double bar) {
           const Spread spread = summarise(results, run, nullptr).solve;
           svg.open_group({{"class", inks.at(run.label)}, {"data-run", run.label}});
           const double from = scale(spread.first_quartile), to = scale(spread.third_quartile);
           svg.rect(from, y - bar / 2, std::max(1.0, to - from), bar, {{"class", "spread"}, {"rx", 3.0}});
           for (const std::size_t i : evenly_spaced(run.samples.size(), max_points)) {
             const Sample& it = run.samples[i];
             std::vector<std::string> cells = {run.label, to_text(it.source), fmt::format("{}", it.repeat),
                                               data_number(it.solve), std::string(name(it.outcome))};
             if (devices) std::ranges::move(device_cells(results, it), std::back_inserter(cells));
             const std::size_t row = view.data.add(std::move(cells));
             if (!(it.solve > 0)) continue;
             const double jitter = (std::fmod(static_cast<double>(i) * 0.618034, 1) - 0.5) * bar * 0.9;
             svg.element(
                 "circle",
                 {{"class", "sample"}, {"cx", scale(it.solve)}, {"cy", y + jitter}, {"r", 2.6}, {"data-row", row}});
           }
           const double median = scale(spread.median);
           svg.line(median, y - bar / 2 - 2, median, y + bar / 2 + 2, "median");
           svg.close_group();
         }});
  }
  if (plot.rows.empty()) return std::nullopt;
  view.svg = drawn(plot, "Every solve");
  const std::string of = shown < all ? fmt::format("{} of ", shown) : "";
  return Figure{
      .kind = "samples",
      .title = "Every solve",
      .note = all == 1 ? "1 sample."
                       : fmt::format("{}{} samples; the bar spans the quartiles, its line is the median.", of, all),
      .views = {std::move(view)}};
}

}  // namespace wayfront::host
