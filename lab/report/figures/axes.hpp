// Drawings: axes, rows of named bars, curves, and legends.
#pragma once

#include <concepts>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wayfront::host {

// Writes SVG: elements with attributes, numbers with at most two decimals, texts escaped.

/// At most two decimals; places in a drawing need no more.
std::string place_text(double value);

struct SvgAttribute {
  std::string_view name;
  std::string value;
  SvgAttribute(std::string_view key, std::string_view text) : name(key), value(text) {}
  SvgAttribute(std::string_view key, const std::string& text) : name(key), value(text) {}
  SvgAttribute(std::string_view key, const char* text) : name(key), value(text) {}
  SvgAttribute(std::string_view key, double place) : name(key), value(place_text(place)) {}
  SvgAttribute(std::string_view key, std::integral auto number) : name(key), value(std::to_string(number)) {}
};
using SvgAttributes = std::initializer_list<SvgAttribute>;

class Svg {
 public:
  /// Around everything, for characters that are wider than expected.
  static constexpr int margin = 6;

  void element(std::string_view name, SvgAttributes attributes);
  void text(double x, double y, std::string_view text, SvgAttributes attributes = {});
  void rect(double x, double y, double width, double height, SvgAttributes attributes);
  void line(double x1, double y1, double x2, double y2, std::string_view classes, SvgAttributes attributes = {});
  void open_group(SvgAttributes attributes);
  void close_group() { body_ += "</g>"; }

  /// The whole element. `title` is what it is called for those who cannot see it.
  std::string finish(double width, double height, std::string_view title) const;

 private:
  void open(std::string_view name, SvgAttributes attributes);
  void add(SvgAttributes attributes);
  std::string body_;
};

// Scales from values to places in a drawing.
class Scale {
 public:
  static Scale linear(double low, double high, double from, double to) { return {low, high, from, to, false}; }
  /// `low` > 0.
  static Scale logarithmic(double low, double high, double from, double to) { return {low, high, from, to, true}; }

  /// A logarithmic scale has 0 and less at its lower end.
  double operator()(double value) const;
  /// About `count` round values within it.
  std::vector<double> ticks(int count) const;

 private:
  Scale(double low, double high, double from, double to, bool logarithmic)
      : low_(low), high_(high), from_(from), to_(to), logarithmic_(logarithmic) {}
  std::vector<double> linear_ticks(int count) const;

  double low_, high_, from_, to_;
  bool logarithmic_;
};

/// 0 and 1 for no values.
std::pair<double, double> ends_of(std::span<const double> values);

struct Fitting {
  double factor = 20;  // logarithmic if the positive values span more
  bool zero = true;    // whether a linear scale begins with 0
};
/// For values that are not negative.
Scale fitting(std::span<const double> values, double from, double to, Fitting how = {});

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

/// `classes` are those of its colour; marks with the same name in data-series belong to it.
struct LegendEntry {
  std::string name, classes;
};
/// Returns where it ends; draws nothing for fewer than `min` entries.
double legend(Svg& svg, const std::vector<LegendEntry>& entries, double top, std::size_t min = 2);

/// A name and what is drawn beside it.
struct NamedRow {
  std::string name;
  std::function<void(Svg& svg, const Scale& scale, double centre, double bar)> draw;
};
/// Rows above one axis. Names are to the left if there is room, else above.
struct RowPlot {
  std::vector<NamedRow> rows{};
  double height = 30, bar = 16, right = 14;
  std::function<Scale(double from, double to)> scale;
  Axis axis;
  bool one = false;  // a line at 1
  std::vector<LegendEntry> legend{};
};
/// `title` is what it is called for those who cannot see it.
std::string drawn(const RowPlot& plot, const std::string& title);

// Curves and points over an axis of numbers or of names.

struct CurvePoint {
  double x, y;
  std::size_t row = 0;  // of the figure's data
  bool ringed = false;  // drawn with a ring around it
};

struct Series {
  std::string name, classes;  // of its colour
  std::vector<CurvePoint> points{};
  bool joined = true;  // by a line
  bool faint = false;  // the ground of another series of the same name: not in the legend, and nothing to hover over
  /// A horizontal line instead of points, such as the time of an option that is no number.
  bool level = false;
};

struct CurvePlot {
  std::vector<Series> series{};
  std::string x_label, y_label;
  NumberText x_text, y_text;
  bool log_x = false;
  bool dots = true;    // else lines alone, whose points follow each other in the data
  bool steps = false;  // a staircase
  double height = 250;
  std::vector<std::string> categories{};  // x is an index into them
};

/// `title` is what it is called for those who cannot see it.
std::string drawn(const CurvePlot& plot, const std::string& title);

/// The first characters and an ellipsis if the text is longer than `max` characters.
std::string shortened(const std::string& text, double max);

}  // namespace wayfront::host
