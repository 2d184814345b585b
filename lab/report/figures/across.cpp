#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/characters.hpp"
#include "compare/summary.hpp"
#include "record/result.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/texts.hpp"

namespace wayfront::host {
namespace {

template <class Fit>
std::vector<std::string> labels_of(std::span<const Results> all, Fit fit) {
  std::vector<std::string> labels;
  for (const Results& results : all)
    for (const RunResult& run : results.runs)
      if (fit(run) && std::ranges::find(labels, run.label) == labels.end()) labels.push_back(run.label);
  return labels;
}

double median_of(const Results& results, const RunResult& run) { return summarise(results, run, nullptr).solve.median; }

/// NaN for the baseline itself, and without one.
double speedup_of(const Results& results, const RunResult& run) {
  const RunResult* const baseline = baseline_of(results);
  if (baseline == nullptr || baseline == &run || run.status != RunStatus::ok) return std::nan("");
  return summarise(results, run, baseline).comparison.ratio;
}

double work_ratio_of(const Results& results, const RunResult& run) {
  const RunResult* const baseline = baseline_of(results);
  if (baseline == nullptr || baseline == &run || run.status != RunStatus::ok) return std::nan("");
  return summarise(results, run, nullptr).relaxed_per_arc / summarise(results, *baseline, nullptr).relaxed_per_arc;
}

/// The first counter of the plugin's own, for each arc of the graph and each source: the median of the samples. Unknown
/// for a graph without arcs.
double counter_of(const Results& results, const RunResult& run) {
  if (results.edges == 0) return std::nan("");
  std::vector<double> counts;
  for (const Sample& sample : run.samples)
    if (!sample.counters.empty())
      counts.push_back(static_cast<double>(sample.counters.front().count) / sample.sources /
                       static_cast<double>(results.edges));
  return counts.empty() ? std::nan("") : quantile(counts, 0.5);
}

struct Measure {
  const char *name, *label;
  double (*of)(const Results&);  // NaN if it is unknown
};

constexpr Measure measures[] = {
    {"edges", "arcs", [](const Results& it) { return static_cast<double>(it.edges); }},
    {"vertices", "vertices", [](const Results& it) { return static_cast<double>(it.vertices); }},
    {"degree", "mean degree",
     [](const Results& it) { return static_cast<double>(it.edges) / static_cast<double>(it.vertices); }},
    {"diameter", "diameter", [](const Results& it) { return number_at(it.graph, "/diameter"); }},
};

/// What is drawn for each graph: a time, or a ratio.
struct Quantity {
  const char *kind, *title, *note, *column, *label;
  std::string (*text)(double);
  double (*of)(const Results&, const RunResult&);  // NaN if there is none
};

constexpr Quantity quantities[] = {
    {"sizes", "Time against the graph", "Median solve time; each point is a graph.", "median_seconds",
     "median time of a solve", seconds_text, median_of},
    {"speedups", "Speed-up against the graph", "Median of paired ratios to the baseline; each point is a graph.",
     "speedup", "times as fast as the baseline", [](double it) { return ratio_text(it); }, speedup_of},
    {"counters", "A counter against the graph", "The first counter of the plugin's own, median; each point is a graph.",
     "counter_per_arc", "counted for each arc", [](double it) { return ratio_text(it); }, counter_of},
};

/// Lines join only graphs whose names differ only in numbers: other lines would have no meaning.
bool one_family(std::span<const Results* const> all) {
  std::set<std::string> families;
  for (const Results* it : all) {
    std::string family;
    for (const char c : text_at(it->graph, "/name")) {
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

std::optional<FigureView> against(const Measure& measure, const Quantity& quantity, std::span<const Results* const> all,
                                  const Inks& inks, const std::vector<std::string>& labels) {
  FigureView view{.name = measure.label, .data = {{"graph", "run", measure.name, quantity.column}}};
  CurvePlot plot{.x_label = measure.label,
                 .y_label = quantity.label,
                 .x_text = compact_text,
                 .y_text = quantity.text,
                 .log_x = true,
                 .height = 280};
  std::size_t known = 0;
  for (const Results* results : all) known += measure.of(*results) > 0 ? 1U : 0U;
  if (known < 2) return std::nullopt;
  const bool joined = one_family(all);
  for (const std::string& label : labels) {
    Series series{.name = on_one_line(label), .classes = inks.at(label), .joined = joined};
    for (const Results* results : all) {
      const auto run = std::ranges::find(results->runs, label, &RunResult::label);
      const double x = measure.of(*results);
      if (run == results->runs.end() || run->samples.empty() || !(x > 0)) continue;
      const double y = quantity.of(*results, *run);
      if (!(y > 0)) continue;
      series.points.push_back({x, y, view.data.add({case_name(*results), label, data_number(x), data_number(y)})});
    }
    std::ranges::stable_sort(series.points, {}, &CurvePoint::x);
    if (!series.points.empty()) plot.series.push_back(std::move(series));
  }
  if (plot.series.empty()) return std::nullopt;
  view.svg = drawn(plot, fmt::format("{}: {}", quantity.title, measure.label));
  return view;
}

/// Graphs are counted between these ratios, of which each has its inverse.
constexpr double bucket_ends[] = {1.0 / 5, 1.0 / 3, 1.0 / 2, 1.0 / 1.5, 1.0 / 1.1, 1.1, 1.5, 2, 3, 5};
constexpr std::size_t buckets = std::size(bucket_ends) + 1;
using Counts = std::array<std::size_t, buckets>;

std::vector<std::pair<std::string, Counts>> counts_of(std::span<const Results> all,
                                                      double (*ratio_of)(const Results&, const RunResult&)) {
  std::vector<std::pair<std::string, Counts>> counts;
  for (const Results& results : all)
    for (const RunResult& run : results.runs) {
      const double ratio = run.control || run.samples.empty() ? std::nan("") : ratio_of(results, run);
      if (!(ratio > 0)) continue;
      auto own = std::ranges::find(counts, run.label, &std::pair<std::string, Counts>::first);
      if (own == counts.end()) own = counts.insert(counts.end(), {run.label, {}});
      ++own->second[static_cast<std::size_t>(std::ranges::upper_bound(bucket_ends, ratio) - std::begin(bucket_ends))];
    }
  return counts;
}

FigureView histograms(const char* name, const char* axis_label, const std::string& title, const Inks& inks,
                      const std::vector<std::pair<std::string, Counts>>& counts) {
  FigureView view{.name = name, .data = {{"run", "from", "to", "graphs"}}};
  std::size_t max_count = 1;
  for (const auto& own : counts) max_count = std::max(max_count, std::ranges::max(own.second));
  const auto draw = [&](const std::string& label, const Counts& own, Svg& svg, const Scale& scale, double bottom,
                        double height) {
    svg.open_group({{"class", inks.at(label)}, {"data-run", label}});
    for (std::size_t i = 0; i < buckets; ++i) {
      if (own[i] == 0) continue;
      const std::size_t row =
          view.data.add({label, i == 0 ? "0" : data_number(bucket_ends[i - 1]),
                         i + 1 == buckets ? "" : data_number(bucket_ends[i]), std::to_string(own[i])});
      constexpr double for_number = 14;  // above the bar
      const double tall = (height - for_number) * static_cast<double>(own[i]) / static_cast<double>(max_count);
      const double left = scale(static_cast<double>(i)), right = scale(static_cast<double>(i) + 1);
      svg.rect(left + 1, bottom - tall, right - left - 2, tall, {{"class", "bar"}, {"data-row", row}});
      svg.text((left + right) / 2, bottom - tall - 3, std::to_string(own[i]),
               {{"class", "value"}, {"text-anchor", "middle"}});
    }
    svg.close_group();
  };
  RowPlot plot{.height = 58,
               .bar = 44,
               .scale = [](double from, double to) { return Scale::linear(0, buckets, from, to); },
               .axis = {axis_label, [](double at) {
                          const auto i = static_cast<std::size_t>(at);
                          return i == 0 || i >= buckets ? std::string() : ratio_text(bucket_ends[i - 1], 2);
                        }}};
  for (std::size_t i = 1; i < buckets; ++i) plot.axis.at.push_back(static_cast<double>(i));
  for (const auto& own : counts)
    plot.rows.push_back({on_one_line(own.first), [&](Svg& svg, const Scale& scale, double centre, double height) {
                           draw(own.first, own.second, svg, scale, centre + height / 2, height);
                         }});
  view.svg = drawn(plot, title);
  return view;
}

}  // namespace

std::optional<Figure> profile_figure(std::span<const Results> all, const Inks& inks) {
  const auto fit = [](const RunResult& run) {
    return !run.samples.empty() && !run.control && run.status == RunStatus::ok;
  };
  const std::vector<std::string> labels = labels_of(all, fit);
  if (all.size() < 2 || labels.size() < 2) return std::nullopt;
  std::map<std::string, std::vector<double>> ratios;  // to the best, by label
  double max_ratio = 1;
  for (const Results& results : all) {
    double best = std::numeric_limits<double>::infinity();
    for (const RunResult& run : results.runs)
      if (fit(run)) best = std::min(best, median_of(results, run));
    for (const RunResult& run : results.runs) {
      if (!fit(run)) continue;
      ratios[run.label].push_back(median_of(results, run) / best);
      max_ratio = std::max(max_ratio, ratios[run.label].back());
    }
  }
  FigureView view{.data = {{"run", "times_the_best", "share_of_graphs"}}};
  CurvePlot plot{.x_label = "times the best",
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
    Series series{.name = on_one_line(label), .classes = inks.at(label)};
    const auto add = [&](double x, double share) {
      series.points.push_back({x, share, view.data.add({label, data_number(x), data_number(share)})});
    };
    add(1, static_cast<double>(std::ranges::upper_bound(own, 1.0) - own.begin()) / graphs);
    for (std::size_t i = 0; i < own.size(); ++i)
      if (own[i] > 1) add(own[i], static_cast<double>(i + 1) / graphs);
    add(std::max(2.0, max_ratio * 1.1), static_cast<double>(own.size()) / graphs);
    plot.series.push_back(std::move(series));
  }
  const std::string title = "Performance profile";
  view.svg = drawn(plot, title);
  return Figure{.kind = "profile",
                .title = title,
                .note = "The share of the graphs on which a run takes at most a given multiple of the best run's time.",
                .views = {std::move(view)}};
}

std::vector<Figure> graph_figures(std::span<const Results> all, const Inks& inks) {
  std::vector<const Results*> known;
  for (const Results& results : all)
    if (results.graph.is_object()) known.push_back(&results);
  const std::vector<std::string> labels =
      labels_of(all, [](const RunResult& run) { return !run.samples.empty() && !run.control; });
  std::vector<Figure> figures;
  if (known.size() < 2) return figures;
  for (const Quantity& quantity : quantities) {
    Figure figure{.kind = quantity.kind, .title = quantity.title, .note = quantity.note};
    for (const Measure& measure : measures)
      if (auto view = against(measure, quantity, known, inks, labels)) figure.views.push_back(std::move(*view));
    if (!figure.views.empty()) figures.push_back(std::move(figure));
  }
  return figures;
}

std::optional<Figure> counts_figure(std::span<const Results> all, const Inks& inks) {
  const auto speeds = counts_of(all, speedup_of), work = counts_of(all, work_ratio_of);
  if (speeds.empty()) return std::nullopt;
  Figure figure{.kind = "counts",
                .title = "Graphs by their ratio to the baseline",
                .note =
                    "The number of graphs on which a run is that many times as fast as the baseline, or relaxes "
                    "that many times as many arcs."};
  figure.views.push_back(histograms("speed", "times as fast as the baseline", figure.title + ": speed", inks, speeds));
  if (!work.empty())
    figure.views.push_back(histograms("work", "times as many arcs relaxed", figure.title + ": work", inks, work));
  return figure;
}

}  // namespace wayfront::host
