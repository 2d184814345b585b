#include <algorithm>
#include <array>
#include <cmath>

#include "base/characters.hpp"
#include "compare/summary.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/texts.hpp"

namespace wayfront::host {
namespace {

struct Bar {
  std::string label;
  Comparison compared;
  std::size_t row;
};

void draw(Svg& svg, const Bar& bar, const Scale& scale, double y, double height) {
  const Comparison& it = bar.compared;
  const double one = scale(1), end = scale(it.ratio);
  double right = std::max(one, end);
  svg.open_group({{"class", name(it.verdict)}, {"data-run", bar.label}, {"data-row", bar.row}});
  svg.rect(std::min(one, end), y - height / 2, std::max(1.0, std::abs(end - one)), height,
           {{"class", "bar"}, {"rx", 2.0}});
  if (std::isfinite(it.interval.low)) {
    const double low = scale(it.interval.low), high = scale(it.interval.high);
    svg.line(low, y, high, y, "whisker");
    for (const double x : {low, high}) svg.line(x, y - 4, x, y + 4, "whisker");
    right = std::max(right, high);
  }
  svg.text(right + 7, y + 4, ratio_text(it.ratio), {{"class", "value"}});
  svg.close_group();
}

constexpr std::array<std::pair<const char*, const char*>, 6> solve_parts = {{{"load", "load, once"},
                                                                             {"prepare", "prepare, once"},
                                                                             {"setup", "set-up"},
                                                                             {"upload", "upload"},
                                                                             {"compute", "solve"},
                                                                             {"download", "download"}}};
constexpr std::size_t first_of_solve = 2;  // the parts before are one-time costs

struct PartsOfRun {
  std::string label;
  std::array<double, solve_parts.size()> seconds{};
};

PartsOfRun parts_of(const Results& results, const RunResult& run) {
  PartsOfRun it{.label = on_one_line(run.label)};
  if (const double load = number_at(results.graph, "/load_seconds"); load > 0) it.seconds[0] = load;
  it.seconds[1] = run.prepare;
  constexpr std::array members = {&Sample::setup, &Sample::upload, &Sample::compute, &Sample::download};
  for (std::size_t i = 0; i < members.size(); ++i)
    it.seconds[first_of_solve + i] = std::max(0.0, quantile(of_samples(run, members[i]), 0.5));
  return it;
}

/// Bars of the parts from `first` on.
FigureView stacked(const std::vector<PartsOfRun>& runs, std::size_t first, const char* view_name,
                   const std::string& title) {
  FigureView view{.name = view_name, .data = {{"run", "part", "seconds"}}};
  double longest = 0;
  RowPlot plot{.right = 70,
               .scale = [&](double from, double to) { return Scale::linear(0, longest > 0 ? longest : 1, from, to); },
               .axis = {"median time", seconds_text}};
  for (const PartsOfRun& run : runs) {
    double sum = 0;
    for (std::size_t i = first; i < solve_parts.size(); ++i) sum += run.seconds[i];
    longest = std::max(longest, sum);
    plot.rows.push_back(
        {run.label, [&](Svg& svg, const Scale& scale, double y, double height) {
           double at = 0;
           for (std::size_t i = first; i < solve_parts.size(); ++i) {
             const double value = run.seconds[i];
             if (value <= 0) continue;
             const std::size_t row = view.data.add({run.label, solve_parts[i].second, data_number(value)});
             svg.rect(scale(at), y - height / 2, std::max(0.5, scale(at + value) - scale(at)), height,
                      {{"class", "bar p" + std::to_string(i)},
                       {"data-series", solve_parts[i].second},
                       {"data-run", run.label},
                       {"data-row", row}});
             at += value;
           }
           svg.text(scale(at) + 7, y + 4, seconds_text(at), {{"class", "value"}});
         }});
  }
  for (std::size_t i = first; i < solve_parts.size(); ++i)
    if (std::ranges::any_of(runs, [&](const PartsOfRun& it) { return it.seconds[i] > 0; }))
      plot.legend.push_back({solve_parts[i].second, "p" + std::to_string(i)});
  view.svg = drawn(plot, title);
  return view;
}

}  // namespace

std::optional<Figure> speedup_figure(const Results& results, const Inks&) {
  const RunResult* const baseline = baseline_of(results);
  FigureView view{.data = {{"run", "speedup", "low", "high", "verdict", "pairs"}}};
  std::vector<Bar> bars;
  std::vector<double> ends = {1};
  for (const RunResult& run : results.runs) {
    const Comparison it = summarise(results, run, baseline).comparison;
    if (&run == baseline || !std::isfinite(it.ratio)) continue;
    bars.push_back(
        {on_one_line(run.label), it,
         view.data.add({run.label, data_number(it.ratio), data_number(it.interval.low), data_number(it.interval.high),
                        std::string(name(it.verdict)), std::to_string(it.pairs)})});
    for (const double end : {it.ratio, it.interval.low, it.interval.high})
      if (std::isfinite(end) && end > 0) ends.push_back(end);
  }
  if (bars.empty()) return std::nullopt;
  const std::string title = "Speed-up over " + on_one_line(baseline->label);
  const auto [low, high] = ends_of(ends);
  const double span = std::pow(std::max(high / low, 1.2), 0.06);
  RowPlot plot{.right = 62,
               .scale = [low = low / span, high = high * span](
                            double from, double to) { return Scale::logarithmic(low, high, from, to); },
               .axis = {"times as fast as " + shortened(on_one_line(baseline->label), 40),
                        [](double value) { return ratio_text(value, 2); }},
               .one = true};
  for (const Bar& bar : bars)
    plot.rows.push_back(
        {bar.label, [&](Svg& svg, const Scale& scale, double y, double height) { draw(svg, bar, scale, y, height); }});
  for (const Verdict verdict : {Verdict::faster, Verdict::same, Verdict::slower, Verdict::unclear})
    if (std::ranges::any_of(bars, [&](const Bar& it) { return it.compared.verdict == verdict; }))
      plot.legend.push_back({std::string(name(verdict)), std::string(name(verdict))});
  view.svg = drawn(plot, title);
  return Figure{.kind = "speedup",
                .title = title,
                .note = "Median of paired ratios; the line is its 95 % interval. Right of 1 is faster.",
                .views = {std::move(view)}};
}

std::optional<Figure> phases_figure(const Results& results, const Inks&) {
  std::vector<PartsOfRun> runs;
  double once = 0, solved = 0;
  for (const RunResult& run : results.runs) {
    if (run.samples.empty()) continue;
    runs.push_back(parts_of(results, run));
    const auto& seconds = runs.back().seconds;
    once = std::max(once, seconds[0] + seconds[1]);
    solved = std::max(solved, seconds[2] + seconds[3] + seconds[4] + seconds[5]);
  }
  if (runs.empty()) return std::nullopt;
  Figure figure{.kind = "phases",
                .title = "Where the time goes",
                .note = "Medians of the parts of one solve, alone or after the one-time costs.",
                .views = {stacked(runs, first_of_solve, "one solve", "Where the time of a solve goes")}};
  if (once > 0) {
    figure.views.push_back(stacked(runs, 0, "with one-time costs", "Where the time goes, with one-time costs"));
    constexpr double visible = 4;  // beyond this one-time costs would make the parts of a solve invisible
    if (once <= visible * solved) std::swap(figure.views[0], figure.views[1]);
  } else {
    figure.views.front().name.clear();
  }
  return figure;
}

}  // namespace wayfront::host
