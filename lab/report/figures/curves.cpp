#include "report/figures/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace wayfront::host {
namespace {

struct Ground {
  Frame frame;
  Scale x, y;
};

Scale horizontal(const CurvePlot& plot, const std::vector<double>& xs, const Frame& frame) {
  if (!plot.categories.empty())
    return Scale::linear(-0.5, static_cast<double>(plot.categories.size()) - 0.5, frame.left, frame.right);
  const auto [low, high] = ends_of(xs);
  if (plot.log_x && low > 0 && high > low) return Scale::logarithmic(low, high, frame.left + 8, frame.right - 8);
  const double inset = plot.dots ? 8 : 0;
  return Scale::linear(low, high > low ? high : low + 1, frame.left + inset, frame.right - inset);
}

std::string path_of(const Series& series, const Ground& ground, bool steps) {
  std::string path;
  for (const CurvePoint& it : series.points) {
    const std::string x = fmt::format("{:.1f}", ground.x(it.x)), y = fmt::format("{:.1f}", ground.y(it.y));
    path += path.empty() ? fmt::format("M{},{}", x, y)
            : steps      ? fmt::format("H{}V{}", x, y)
                         : fmt::format("L{},{}", x, y);
  }
  return path;
}

void draw(Svg& svg, const Series& series, const Ground& ground, const CurvePlot& plot) {
  svg.open_group({{"class", series.classes + (series.faint ? " faint" : "")}, {"data-series", series.name}});
  if (series.level) {
    const double y = ground.y(series.points.front().y);
    svg.line(ground.frame.left, y, ground.frame.right, y, "level", {{"data-row", series.points.front().row}});
    svg.line(ground.frame.left, y, ground.frame.right, y, "hit", {{"data-row", series.points.front().row}});
  } else {
    // The points of a curve without dots follow each other in the data, so its first row says which ones they are.
    const std::string path = path_of(series, ground, plot.steps);
    const bool lone = series.points.size() == 1;  // a line of one point could not be seen
    if (series.joined && (plot.dots || series.faint))
      svg.element("path", {{"class", "curve"}, {"d", path}});
    else if (series.joined)
      svg.element("path", {{"class", "curve"}, {"d", path}, {"data-first-row", series.points.front().row}});
    if ((plot.dots || lone) && !series.faint)
      for (const CurvePoint& it : series.points) {
        const double x = ground.x(it.x), y = ground.y(it.y);
        if (it.ringed) svg.element("circle", {{"class", "ring"}, {"cx", x}, {"cy", y}, {"r", 7.5}});
        svg.element("circle", {{"class", "dot"}, {"cx", x}, {"cy", y}, {"r", 4.0}, {"data-row", it.row}});
      }
  }
  svg.close_group();
}

}  // namespace

std::string drawn(const CurvePlot& plot, const std::string& title) {
  const Frame frame{62, figure_width - 14, plot.y_label.empty() ? 8.0 : 26.0, plot.height - 46};
  std::vector<double> xs, ys;
  for (const Series& it : plot.series)
    for (const CurvePoint& point : it.points) {
      if (!it.level) xs.push_back(point.x);
      ys.push_back(point.y);
    }
  const Ground ground{frame, horizontal(plot, xs, frame), fitting(ys, frame.bottom, frame.top)};
  Svg svg;
  Axis bottom{plot.x_label, plot.x_text};
  if (plot.dots) {
    const std::set<double> places(xs.begin(), xs.end());
    bottom.at.assign(places.begin(), places.end());
  }
  if (!plot.categories.empty()) {
    bottom.text = [&](double x) {
      const auto i = static_cast<std::size_t>(std::max(0.0, x));
      return x == std::floor(x) && x >= 0 && i < plot.categories.size() ? shortened(plot.categories[i], 14)
                                                                        : std::string();
    };
  }
  double end = bottom_axis(svg, ground.x, frame, bottom);
  left_axis(svg, ground.y, frame, {plot.y_label, plot.y_text});
  std::vector<LegendEntry> entries;
  for (const Series& it : plot.series) {
    if (it.points.empty()) continue;
    draw(svg, it, ground, plot);
    if (!it.faint) entries.push_back({it.name, it.level ? it.classes + " dashed" : it.classes});
  }
  end = legend(svg, entries, end);
  return svg.finish(figure_width, end, title);
}

}  // namespace wayfront::host
