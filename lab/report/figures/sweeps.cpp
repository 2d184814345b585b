#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/characters.hpp"
#include "compare/summary.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/texts.hpp"
#include "report/run_columns.hpp"

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
    curves[on_one_line(name)].push_back({&run, plain_value(it), !it.is_object() || it.value("set", true),
                                         summarise(results, run, nullptr).solve.median});
  }
  return curves;
}

bool is_number(const SweptRun& it) { return it.value.is_number(); }

/// With `numeric` on an axis of numbers, where values that are none, such as "auto", are lines across; else on one of
/// the values' names.
CurvePlot plot_of(const Curves& curves, const std::string& option, bool numeric, FigureData& data) {
  CurvePlot plot{
      .x_label = option, .y_label = "median time of a solve", .x_text = compact_text, .y_text = seconds_text};
  std::vector<double> places;
  std::size_t ink = 0;
  for (const auto& [name, runs] : curves) {
    Series curve{.name = name, .classes = ink_class(ink++), .joined = numeric};
    for (const SweptRun& it : runs) {
      const std::string text = option_text(*it.run, option);
      const std::size_t row =
          data.add({name, it.run->label, text, it.chosen ? "set" : "default", data_number(it.median)});
      if (numeric && !is_number(it)) {
        plot.series.push_back({.name = fmt::format("{}: {}", name, text),
                               .classes = curve.classes,
                               .points = {{0, it.median, row}},
                               .level = true});
        continue;
      }
      const auto known = std::ranges::find(plot.categories, text);
      places.push_back(numeric ? it.value.get<double>() : static_cast<double>(known - plot.categories.begin()));
      if (!numeric && known == plot.categories.end()) plot.categories.push_back(text);
      curve.points.push_back({places.back(), it.median, row, !it.chosen});
    }
    if (numeric) std::ranges::sort(curve.points, {}, &CurvePoint::x);
    if (!curve.points.empty()) plot.series.push_back(std::move(curve));
  }
  const auto [low, high] = ends_of(places);
  constexpr double wide = 8;
  plot.log_x = numeric && low > 0 && high / low >= wide;
  return plot;
}

}  // namespace

std::vector<Figure> sweep_figures(const Results& results) {
  const std::vector<std::string> swept = differing_options({&results, 1});
  std::vector<Figure> figures;
  for (const std::string& option : swept) {
    const Curves curves = curves_of(results, option, swept);
    std::set<double> numbers;
    bool defaults = false, lines = false, numeric_defaults = false;
    for (const auto& [name, runs] : curves)
      for (const SweptRun& it : runs) {
        if (is_number(it)) numbers.insert(it.value.get<double>());
        defaults |= !it.chosen;
        numeric_defaults |= !it.chosen && is_number(it);
        lines |= !is_number(it);
      }
    if (curves.empty()) continue;
    FigureView view{.data = {{"curve", "run", option, "given", "median_seconds"}}};
    const bool numeric = numbers.size() > 1;
    const std::string title = "Time against " + option;
    view.svg = drawn(plot_of(curves, option, numeric, view.data), title);
    std::string note = "Median solve time of each value.";
    if (numeric && lines) note += " Values that are not numbers are lines across.";
    if (numeric ? numeric_defaults : defaults) note += " A ring marks the default.";
    figures.push_back({.kind = "sweep",
                       .title = title,
                       .note = note,
                       .views = {std::move(view)},
                       .name = name_of_file("sweep-" + option)});
  }
  return figures;
}

}  // namespace wayfront::host
