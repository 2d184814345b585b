#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/characters.hpp"
#include "compare/summary.hpp"
#include "report/figures/curves.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/texts.hpp"
#include "report/option_columns.hpp"

namespace wayfront::host {
namespace {

struct SweptRun {
  const RunResult* run;
  nlohmann::json value;
  bool chosen;  // the pipeline says the value; else it is the option's default
  double median;
};

/// The runs of a curve: one plugin, and the same values of the other swept options.
using Curves = std::map<std::string, std::vector<SweptRun>>;

/// Runs of plugins of which only one run has the option's value tell nothing.
Curves curves_of(const Results& results, const std::string& option, const std::vector<std::string>& swept) {
  std::map<std::string, std::set<std::string>> values;  // by plugin
  const auto takes_part = [&](const RunResult& run) {
    return !run.control && !run.samples.empty() && run.options.is_object() && run.options.contains(option);
  };
  for (const RunResult& run : results.runs)
    if (takes_part(run)) values[run.plugin].insert(option_text(run, option));
  Curves curves;
  for (const RunResult& run : results.runs) {
    if (!takes_part(run) || values[run.plugin].size() < 2) continue;
    std::string name = run.plugin;
    for (const std::string& other : swept)
      if (other != option && run.options.contains(other)) name += fmt::format(" {}={}", other, option_text(run, other));
    const nlohmann::json& it = run.options.at(option);
    const bool whole = it.is_object() && it.contains("value");
    curves[on_one_line(name)].push_back({&run, whole ? it.at("value") : it, !whole || it.value("set", true),
                                         summarise(results, run, nullptr).solve.median});
  }
  return curves;
}

bool is_number(const SweptRun& it) { return it.value.is_number(); }

/// Values on an axis of numbers; those that are none, such as "auto", as lines. Needs two different numbers.
CurvePlot over_numbers(const Curves& curves, const std::string& option, FigureData& data) {
  CurvePlot plot{.series = {},
                 .x_label = option,
                 .y_label = "median time of a solve",
                 .x_text = [](double value) { return compact_text(value); },
                 .y_text = [](double value) { return seconds_text(value); }};
  double low = std::numeric_limits<double>::infinity(), high = 0;
  std::size_t ink = 0;
  for (const auto& [name, runs] : curves) {
    const std::string classes = ink_class(ink++);
    Series curve{.name = name, .classes = classes, .points = {}};
    for (const SweptRun& it : runs) {
      const std::size_t row = data.add(
          {name, it.run->label, option_text(*it.run, option), it.chosen ? "set" : "default", data_number(it.median)});
      if (!is_number(it)) {
        plot.series.push_back({.name = fmt::format("{}: {}", name, option_text(*it.run, option)),
                               .classes = classes,
                               .points = {{0, it.median, row}},
                               .level = true});
        continue;
      }
      const double x = it.value.get<double>();
      low = std::min(low, x);
      high = std::max(high, x);
      curve.points.push_back({x, it.median, row, !it.chosen});
    }
    std::ranges::sort(curve.points, {}, &CurvePoint::x);
    if (!curve.points.empty()) plot.series.push_back(std::move(curve));
  }
  constexpr double wide = 8;
  plot.log_x = low > 0 && high / low >= wide;
  return plot;
}

CurvePlot over_names(const Curves& curves, const std::string& option, FigureData& data) {
  CurvePlot plot{
      .series = {}, .x_label = option, .y_label = "median time of a solve", .x_text = {}, .y_text = [](double value) {
        return seconds_text(value);
      }};
  std::size_t ink = 0;
  for (const auto& [name, runs] : curves) {
    Series points{.name = name, .classes = ink_class(ink++), .points = {}, .joined = false};
    for (const SweptRun& it : runs) {
      const std::string text = option_text(*it.run, option);
      const auto place = std::ranges::find(plot.categories, text);
      const auto x = static_cast<double>(place - plot.categories.begin());
      if (place == plot.categories.end()) plot.categories.push_back(text);
      const std::size_t row =
          data.add({name, it.run->label, text, it.chosen ? "set" : "default", data_number(it.median)});
      points.points.push_back({x, it.median, row, !it.chosen});
    }
    plot.series.push_back(std::move(points));
  }
  return plot;
}

}  // namespace

std::vector<Figure> sweep_figures(const Results& results) {
  const std::vector<std::string> swept = differing_options({&results, 1});
  std::vector<Figure> figures;
  for (const std::string& option : swept) {
    const Curves curves = curves_of(results, option, swept);
    std::set<double> numbers;
    bool defaults = false, lines = false;
    for (const auto& [name, runs] : curves)
      for (const SweptRun& it : runs) {
        if (is_number(it)) numbers.insert(it.value.get<double>());
        defaults |= !it.chosen && is_number(it);
        lines |= !is_number(it);
      }
    if (curves.empty()) continue;
    FigureView view{.name = "", .svg = "", .data = {{"curve", "run", option, "given", "median_seconds"}}};
    const bool numeric = numbers.size() > 1;
    const std::string title = "Time against " + option;
    view.svg = drawn(numeric ? over_numbers(curves, option, view.data) : over_names(curves, option, view.data), title);
    std::string note = "Median solve time of each value.";
    if (numeric && lines) note += " Values that are not numbers are lines across.";
    if (numeric ? defaults : std::ranges::any_of(curves, [](const auto& it) {
          return std::ranges::any_of(it.second, [](const SweptRun& run) { return !run.chosen; });
        }))
      note += " A ring marks the default.";
    figures.push_back({.kind = "sweep",
                       .name = name_of_file("sweep-" + option),
                       .title = title,
                       .note = note,
                       .views = {std::move(view)}});
  }
  return figures;
}

}  // namespace wayfront::host
