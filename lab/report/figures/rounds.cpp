#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/characters.hpp"
#include "compare/comparison.hpp"
#include "report/figures/figures.hpp"
#include "report/figures/texts.hpp"

namespace wayfront::host {
namespace {

/// A curve has a few hundred places.
constexpr std::size_t max_rounds = 1000;
/// Curves over time are smoothed over this share of the longest trace.
constexpr double window_share = 0.01;

struct Trace {
  std::string label, classes;
  std::vector<TracedRound> rounds;  // at most max_rounds, evenly spaced, with the first and the last
  bool whole = true;                // no round is left out
};

/// The sample with the median time from the first source.
const Sample* traced_sample(const RunResult& run) {
  std::vector<const Sample*> found;
  for (const Sample& sample : run.samples)
    if (sample.source == run.samples.front().source && !sample.rounds.kept.empty()) found.push_back(&sample);
  if (found.empty()) return nullptr;
  std::ranges::stable_sort(found, {}, &Sample::solve);
  return found[(found.size() - 1) / 2];
}

std::vector<Trace> traces_of(const Results& results, const Inks& inks) {
  std::vector<Trace> traces;
  for (const RunResult& run : results.runs) {
    const Sample* const sample = run.samples.empty() ? nullptr : traced_sample(run);
    if (sample == nullptr) continue;
    const std::vector<TracedRound>& kept = sample->rounds.kept;
    Trace trace{.label = on_one_line(run.label), .classes = inks.at(run.label), .rounds = {}};
    for (const std::size_t i : evenly_spaced(kept.size(), max_rounds)) trace.rounds.push_back(kept[i]);
    trace.whole = sample->rounds.count == trace.rounds.size();
    traces.push_back(std::move(trace));
  }
  return traces;
}

using RoundPlaces = std::vector<CurvePoint>;  // without rows

/// Every round that has a value: value(round, previous round or null), NaN for none.
using RoundValue = std::function<double(const TracedRound&, const TracedRound*)>;
RoundPlaces each_round(const Trace& trace, const RoundValue& value, bool over_time) {
  RoundPlaces places;
  const TracedRound* before = nullptr;
  for (const TracedRound& it : trace.rounds) {
    const double y = value(it, before);
    if (std::isfinite(y)) places.push_back({over_time ? it.seconds : static_cast<double>(it.round), y});
    before = &it;
  }
  return places;
}

/// Arcs per second in pieces of at least `window` seconds: without rounds, a record may span only a microsecond.
RoundPlaces arcs_per_second(const Trace& trace, double window, bool over_time) {
  RoundPlaces places;
  double begin = 0;
  std::uint64_t before = 0;
  for (const TracedRound& it : trace.rounds) {
    const double time = it.seconds - begin;
    if (time <= 0 || time < window) continue;
    if (it.relaxed_so_far > before)
      places.push_back({over_time ? it.seconds : static_cast<double>(it.round),
                        static_cast<double>(it.relaxed_so_far - before) / time});
    begin = it.seconds;
    before = it.relaxed_so_far;
  }
  return places;
}

/// The mean over windows of time: each round counts by how long it took.
RoundPlaces smoothed(const Trace& trace, double window) {
  RoundPlaces places;
  double begin = 0, sum = 0, end = 0;
  for (const TracedRound& it : trace.rounds) {
    sum += static_cast<double>(it.active) * std::max(0.0, it.seconds - end);
    end = std::max(end, it.seconds);
    if (end - begin < window || end == begin) continue;
    places.push_back({(begin + end) / 2, sum / (end - begin)});
    begin = end;
    sum = 0;
  }
  return places;
}

struct Curve {
  RoundPlaces places;
  RoundPlaces ground{};  // drawn faintly below it: every round, where the places are means
};
struct Panel {
  const char *kind, *title, *note, *unit, *axis;
  std::function<Curve(const Trace&, bool over_time, double window)> curve;
};

Curve limit_moves(const Trace& trace, bool over_time) {
  // Between two rounds of which others were left out, the limit moved several times.
  if (!trace.whole) return {.places = {}};
  return {.places = each_round(
              trace,
              [](const TracedRound& it, const TracedRound* before) {
                const bool both = before != nullptr && std::isfinite(it.limit) && std::isfinite(before->limit);
                return both && it.limit > before->limit ? it.limit - before->limit : std::nan("");
              },
              over_time)};
}

std::vector<Panel> panels() {
  const RoundValue active = [](const TracedRound& it, auto) { return static_cast<double>(it.active); };
  return {{"frontier", "Frontier", "Vertices taken; over time smoothed, with every round behind it.", "vertices",
           "vertices",
           [active](const Trace& trace, bool over_time, double window) {
             if (!over_time) return Curve{.places = each_round(trace, active, false)};
             return Curve{.places = smoothed(trace, window), .ground = each_round(trace, active, true)};
           }},
          {"relaxed", "Arcs relaxed", "In a round; over time all so far.", "arcs", "arcs",
           [](const Trace& trace, bool over_time, double) {
             return Curve{.places = each_round(
                              trace,
                              [over_time](const TracedRound& it, auto) {
                                return static_cast<double>(over_time ? it.relaxed_so_far : it.relaxed);
                              },
                              over_time)};
           }},
          {"parallelism", "Parallelism", "Arcs relaxed per second; over time smoothed.", "arcs_per_second",
           "arcs per second",
           [](const Trace& trace, bool over_time, double window) {
             return Curve{.places = arcs_per_second(trace, over_time ? window : 0, over_time)};
           }},
          {"limit", "Limit", "Distances that the schedule lets through.", "limit", "distance",
           [](const Trace& trace, bool over_time, double) {
             return Curve{.places = each_round(
                              trace, [](const TracedRound& it, auto) { return it.limit; }, over_time)};
           }},
          {"delta", "Delta", "How far the limit moved.", "delta", "distance",
           [](const Trace& trace, bool over_time, double) { return limit_moves(trace, over_time); }}};
}

std::optional<FigureView> view_of(const Panel& panel, const std::vector<Trace>& traces, bool over_time, double window) {
  FigureView view{.name = over_time ? "over time" : "by round",
                  .data = {{"run", over_time ? "since_start_seconds" : "round", panel.unit}}};
  CurvePlot plot{.x_label = over_time ? "since the start of the solve" : "round",
                 .y_label = panel.axis,
                 .x_text = [over_time](double it) { return over_time ? seconds_text(it) : compact_text(it); },
                 .y_text = compact_text,
                 .dots = false,
                 .height = 230};
  for (const Trace& trace : traces) {
    const Curve curve = panel.curve(trace, over_time, window);
    if (curve.places.empty()) continue;
    plot.series.push_back({.name = trace.label, .classes = trace.classes, .points = curve.ground, .faint = true});
    plot.series.push_back({.name = trace.label, .classes = trace.classes, .points = curve.places});
    for (CurvePoint& it : plot.series.back().points)
      it.row = view.data.add({trace.label, data_number(it.x), data_number(it.y)});
  }
  if (plot.series.empty()) return std::nullopt;
  view.svg = drawn(plot, fmt::format("{}, {}", panel.title, view.name));
  return view;
}

}  // namespace

std::vector<Figure> round_figures(const Results& results, const Inks& inks) {
  const std::vector<Trace> traces = traces_of(results, inks);
  double longest = 0;
  for (const Trace& trace : traces) longest = std::max(longest, trace.rounds.back().seconds);
  std::vector<Figure> figures;
  for (const Panel& panel : panels()) {
    Figure figure{
        .kind = fmt::format("rounds-{}", panel.kind), .title = panel.title, .note = panel.note, .name = panel.kind};
    for (const bool over_time : {false, true})
      if (auto view = view_of(panel, traces, over_time, longest * window_share))
        figure.views.push_back(std::move(*view));
    if (!figure.views.empty()) figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace wayfront::host
