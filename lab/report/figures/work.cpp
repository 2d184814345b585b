
#include "base/characters.hpp"
#include "compare/summary.hpp"
#include "record/result.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/texts.hpp"

namespace wayfront::host {
namespace {

/// Work against speed: of each run, with a point for each result.
std::optional<Figure> work_points(std::span<const Results> all, const Inks& inks, std::string note) {
  FigureView view{
      .data = {{"graph", "run", "relaxed_per_arc", "settled_per_vertex", "rounds", "median_seconds", "speedup"}}};
  std::vector<Series> series;
  std::vector<double> work;
  for (const Results& results : all)
    for (const RunResult& run : results.runs) {
      if (run.control || run.samples.empty() || baseline_of(results) == nullptr) continue;
      const Summary it = summarise(results, run, baseline_of(results));
      if (!(it.relaxed_per_arc > 0) || !(it.comparison.ratio > 0)) continue;
      const std::string label = on_one_line(run.label);
      auto found = std::ranges::find(series, label, &Series::name);
      if (found == series.end())
        found = series.insert(series.end(), {.name = label, .classes = inks.at(run.label), .joined = false});
      const std::size_t row = view.data.add({case_name(results), run.label, data_number(it.relaxed_per_arc),
                                             data_number(it.settled_per_vertex), data_number(it.rounds),
                                             data_number(it.solve.median), data_number(it.comparison.ratio)});
      found->points.push_back({it.relaxed_per_arc, it.comparison.ratio, row});
      work.push_back(it.relaxed_per_arc);
    }
  if (series.size() < 2) return std::nullopt;
  const auto [low, high] = ends_of(work);
  constexpr double wide = 4;
  const std::string title = "Speed against work";
  view.svg = drawn({.series = std::move(series),
                    .x_label = "arcs relaxed per arc of the graph",
                    .y_label = "times as fast as the baseline",
                    .x_text = [](double value) { return digits_text(value); },
                    .y_text = [](double value) { return ratio_text(value); },
                    .log_x = high / low > wide,
                    .height = 280},
                   title);
  return Figure{.kind = "work", .title = title, .note = std::move(note), .views = {std::move(view)}};
}

}  // namespace

std::optional<Figure> work_figure(const Results& results, const Inks& inks) {
  return work_points({&results, 1}, inks,
                     "Medians of the runs that count their work. Left of another run is less work.");
}

std::optional<Figure> work_across_figure(std::span<const Results> all, const Inks& inks) {
  return work_points(all, inks, "Medians of the runs that count their work; each point is a graph.");
}

}  // namespace wayfront::host
