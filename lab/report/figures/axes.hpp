// Axes, rows of named bars, and legends.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "report/figures/scale.hpp"
#include "report/figures/svg.hpp"

namespace wayfront::host {

/// All figures are this wide: a column of a paper, half of the page.
inline constexpr double figure_width = 520;

struct Frame {
  double left, right, top, bottom;
};

using NumberText = std::function<std::string(double)>;

struct Axis {
  std::string label;
  NumberText text;
  std::vector<double> at{};  // the only values, if there is room for them
};
/// Return where the axis ends below, and draw lines across the frame.
double bottom_axis(Svg& svg, const Scale& scale, const Frame& frame, const Axis& axis);
void left_axis(Svg& svg, const Scale& scale, const Frame& frame, const Axis& axis);

/// A name and what is drawn beside it: draw(centre, height, frame).
struct NamedRow {
  std::string name;
  std::function<void(double centre, double bar, const Frame& frame)> draw;
};
struct RowSizes {
  double height = 30, bar = 16, right = 14;
};
/// Names are to the left if there is room, else above. `axis` is called first and returns where it ends, as this does.
double named_rows(Svg& svg, const std::vector<NamedRow>& rows, RowSizes sizes,
                  const std::function<double(const Frame&)>& axis);

/// `classes` are those of its colour; marks with the same name in data-series belong to it.
struct LegendEntry {
  std::string name, classes;
};
/// Returns where it ends; draws nothing for fewer than `min` entries.
double legend(Svg& svg, const std::vector<LegendEntry>& entries, double top, std::size_t min = 2);

/// The first characters and an ellipsis if the text is longer than `max` characters.
std::string shortened(const std::string& text, double max);

}  // namespace wayfront::host
