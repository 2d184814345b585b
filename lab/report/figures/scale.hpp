// Scales from values to places in a drawing.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace wayfront::host {

class Scale {
 public:
  static Scale linear(double low, double high, double from, double to) { return {low, high, from, to, false}; }
  /// `low` > 0.
  static Scale logarithmic(double low, double high, double from, double to) { return {low, high, from, to, true}; }

  /// A logarithmic scale has 0 and less at its lower end.
  double operator()(double value) const;
  bool is_logarithmic() const { return logarithmic_; }
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

}  // namespace wayfront::host
