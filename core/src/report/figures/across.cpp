#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/characters.hpp"
#include "compare/summary.hpp"
#include "report/figures/curves.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/texts.hpp"
#include "results/case_names.hpp"

namespace wayfront::host {
namespace {

/// Labels of measured runs in order of first occurrence.
template <class Fit>
std::vector<std::string> labels_of(std::span<const Results> all, Fit fit) {
  std::vector<std::string> labels;
  for (const Results& results : all)
    for (const RunResult& run : results.runs)
      if (fit(run) && std::ranges::find(labels, run.label) == labels.end()) labels.push_back(run.label);
  return labels;
}

double median_of(const Results& results, const RunResult& run) { return summarise(results, run, nullptr).solve.median; }

}  // namespace

std::optional<Figure> profile_figure(std::span<const Results> all, const Inks& inks) {
  const auto fit = [](const RunResult& run) {
    return !run.samples.empty() && !run.control && run.status == RunStatus::ok;
  };
  const std::vector<std::string> labels = labels_of(all, fit);
  if (all.size() < 2 || labels.size() < 2) return std::nullopt;
  std::map<std::string, std::vector<double>> ratios;  // to the best, by label
  double most = 1;
  for (const Results& results : all) {
    double best = std::numeric_limits<double>::infinity();
    for (const RunResult& run : results.runs)
      if (fit(run)) best = std::min(best, median_of(results, run));
    for (const RunResult& run : results.runs) {
      if (!fit(run)) continue;
      ratios[run.label].push_back(median_of(results, run) / best);
      most = std::max(most, ratios[run.label].back());
    }
  }
  FigureView view{.name = "", .svg = "", .data = {{"run", "times_the_best", "share_of_graphs"}}};
  CurvePlot plot{.series = {},
                 .x_label = "times the best",
                 .y_label = "share of the graphs",
                 .x_text = [](double it) { return ratio_text(it, 2); },
                 .y_text = [](double it) { return digits_text(it * 100) + "\u00a0%"; },
                 .log_x = true,
                 .dots = false,
                 .steps = true,
                 .height = 280};
  const auto graphs = static_cast<double>(all.size());
  for (const std::string& label : labels) {
    std::vector<double>& own = ratios[label];
    std::ranges::sort(own);
    Series series{.name = on_one_line(label), .classes = inks.at(label), .points = {}};
    const auto add = [&](double x, double share) {
      series.points.push_back({x, share, view.data.add({label, data_number(x), data_number(share)})});
    };
    add(1, static_cast<double>(std::ranges::upper_bound(own, 1.0) - own.begin()) / graphs);
    for (std::size_t i = 0; i < own.size(); ++i)
      if (own[i] > 1) add(own[i], static_cast<double>(i + 1) / graphs);
    add(std::max(2.0, most * 1.1), static_cast<double>(own.size()) / graphs);
    plot.series.push_back(std::move(series));
  }
  const std::string title = "Performance profile";
  view.svg = drawn(plot, title);
  return Figure{.kind = "profile",
                .name = "profile",
                .title = title,
                .note = "The share of the graphs on which a run takes at most a given multiple of the best run's time.",
                .views = {std::move(view)}};
}

namespace {

struct Measure {
  const char *name, *label;
  double (*of)(const Results&);  // NaN if it is unknown
};

double number_of_graph(const Results& results, const char* key) {
  const auto found = results.graph.find(key);
  return found != results.graph.end() && found->is_number() ? found->get<double>() : std::nan("");
}

constexpr Measure measures[] = {
    {"edges", "arcs", [](const Results& it) { return static_cast<double>(it.edges); }},
    {"vertices", "vertices", [](const Results& it) { return static_cast<double>(it.vertices); }},
    {"degree", "mean degree",
     [](const Results& it) { return static_cast<double>(it.edges) / static_cast<double>(it.vertices); }},
    {"diameter", "diameter", [](const Results& it) { return number_of_graph(it, "diameter"); }},
};

/// Lines join only graphs whose names differ only in numbers: other lines would have no meaning.
bool one_family(std::span<const Results* const> all) {
  std::set<std::string> families;
  for (const Results* it : all) {
    std::string family;
    for (const char c : it->graph.value("name", "")) {
      const bool number = (c >= '0' && c <= '9') || c == '.';
      if (!number)
        family += c;
      else if (family.empty() || family.back() != '#')
        family += '#';
    }
    families.insert(family);
  }
  return families.size() == 1;
}

std::optional<FigureView> against(const Measure& measure, std::span<const Results* const> all, const Inks& inks,
                                  const std::vector<std::string>& labels) {
  FigureView view{.name = measure.label, .svg = "", .data = {{"graph", "run", measure.name, "median_seconds"}}};
  CurvePlot plot{.series = {},
                 .x_label = measure.label,
                 .y_label = "median time of a solve",
                 .x_text = [](double it) { return compact_text(it); },
                 .y_text = [](double it) { return seconds_text(it); },
                 .log_x = true,
                 .height = 280};
  std::size_t known = 0;
  for (const Results* results : all) known += measure.of(*results) > 0 ? 1U : 0U;
  if (known < 2) return std::nullopt;
  const bool joined = one_family(all);
  for (const std::string& label : labels) {
    Series series{.name = on_one_line(label), .classes = inks.at(label), .points = {}, .joined = joined};
    for (const Results* results : all) {
      const auto run = std::ranges::find(results->runs, label, &RunResult::label);
      const double x = measure.of(*results);
      if (run == results->runs.end() || run->samples.empty() || !(x > 0)) continue;
      const double y = median_of(*results, *run);
      series.points.push_back({x, y, view.data.add({case_name(*results), label, data_number(x), data_number(y)})});
    }
    std::ranges::stable_sort(series.points, {}, &CurvePoint::x);
    plot.series.push_back(std::move(series));
  }
  view.svg = drawn(plot, fmt::format("Time against {}", measure.label));
  return view;
}

}  // namespace

std::optional<Figure> sizes_figure(std::span<const Results> all, const Inks& inks) {
  std::vector<const Results*> known;
  for (const Results& results : all)
    if (results.graph.is_object()) known.push_back(&results);
  const std::vector<std::string> labels =
      labels_of(all, [](const RunResult& run) { return !run.samples.empty() && !run.control; });
  if (known.size() < 2 || labels.empty()) return std::nullopt;
  Figure figure{.kind = "sizes",
                .name = "sizes",
                .title = "Time against the graph",
                .note = "Median solve time; each point is a graph.",
                .views = {}};
  for (const Measure& measure : measures)
    if (auto view = against(measure, known, inks, labels)) figure.views.push_back(std::move(*view));
  if (figure.views.empty()) return std::nullopt;
  return figure;
}

}  // namespace wayfront::host
