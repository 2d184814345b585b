// Curves and points over an axis of numbers or of names.
#pragma once

#include <string>
#include <vector>

#include "report/figures/axes.hpp"

namespace wayfront::host {

struct CurvePoint {
  double x, y;
  std::size_t row;      // of the figure's data
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

}  // namespace wayfront::host
