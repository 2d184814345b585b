#include "report/figures/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/characters.hpp"
#include "report/figures/texts.hpp"

namespace wayfront::host {

std::string place_text(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

void Svg::add(SvgAttributes attributes) {
  for (const SvgAttribute& it : attributes) body_ += fmt::format(" {}=\"{}\"", it.name, xml_text(it.value));
}

void Svg::open(std::string_view name, SvgAttributes attributes) {
  body_ += '<';
  body_ += name;
  add(attributes);
}

void Svg::element(std::string_view name, SvgAttributes attributes) {
  open(name, attributes);
  body_ += "/>";
}

void Svg::text(double x, double y, std::string_view text, SvgAttributes attributes) {
  open("text", {{"x", x}, {"y", y}});
  add(attributes);
  body_ += fmt::format(">{}</text>", xml_text(text));
}

void Svg::rect(double x, double y, double width, double height, SvgAttributes attributes) {
  open("rect", attributes);
  add({{"x", x}, {"y", y}, {"width", width}, {"height", height}});
  body_ += "/>";
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view classes, SvgAttributes attributes) {
  open("line", {{"class", classes}, {"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}});
  add(attributes);
  body_ += "/>";
}

void Svg::open_group(SvgAttributes attributes) {
  open("g", attributes);
  body_ += '>';
}

std::string Svg::finish(double width, double height, std::string_view title) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"{2} {2} {0} {1}\" role=\"img\" "
      "aria-label=\"{3}\">{4}</svg>",
      place_text(width + 2 * margin), place_text(height + 2 * margin), -margin, xml_text(title), body_);
}

double Scale::operator()(double value) const {
  double share = 0;
  if (logarithmic_) {
    const double span = std::log(high_ / low_);
    if (value > 0) share = std::max(0.0, std::log(value / low_) / (span == 0 ? 1 : span));
  } else {
    share = (value - low_) / (high_ == low_ ? 1 : high_ - low_);
  }
  return from_ + share * (to_ - from_);
}

std::vector<double> Scale::linear_ticks(int count) const {
  const double rough = (high_ == low_ ? 1 : high_ - low_) / count;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  constexpr double multiples[] = {1, 2, 2.5, 5};
  const auto fits = std::ranges::find_if(multiples, [&](double it) { return it * power >= rough * 0.999; });
  const double step = (fits == std::end(multiples) ? 10 : *fits) * power;
  std::vector<double> all;
  for (double i = std::ceil(low_ / step - 1e-9); i * step <= high_ + step * 1e-9; ++i)
    all.push_back(i == 0 ? 0 : i * step);
  return all;
}

std::vector<double> Scale::ticks(int count) const {
  if (!logarithmic_) return linear_ticks(count);
  const double decades = std::log10(high_ / low_);
  static const std::vector<std::vector<double>> choices = {
      {1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9},
      {1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8},
      {1, 1.5, 2, 3, 5, 7},
      {1, 2, 5},
      {1, 3},
      {1}};
  for (const std::vector<double>& steps : choices) {
    std::vector<double> all;
    for (double power = std::floor(std::log10(low_)); power <= std::ceil(std::log10(high_)); ++power)
      for (const double step : steps)
        if (const double tick = step * std::pow(10, power); tick >= low_ * 0.9999 && tick <= high_ * 1.0001)
          all.push_back(tick);
    const std::size_t wanted = static_cast<std::size_t>(count) + 1;
    if (all.size() > wanted && steps.size() > 1) continue;
    if (all.size() < 2 && decades <= 0.5) continue;
    const std::size_t every = (all.size() + wanted - 1) / wanted;
    std::vector<double> kept;
    for (std::size_t i = 0; i < all.size(); i += std::max<std::size_t>(every, 1)) kept.push_back(all[i]);
    return kept;
  }
  return linear_ticks(count);
}

std::pair<double, double> ends_of(std::span<const double> values) {
  if (values.empty()) return {0, 1};
  const auto [low, high] = std::ranges::minmax(values);
  return {low, high};
}

Scale fitting(std::span<const double> values, double from, double to, Fitting how) {
  std::vector<double> positive;
  std::ranges::copy_if(values, std::back_inserter(positive), [](double value) { return value > 0; });
  const auto [low, high] = ends_of(positive);
  if (low > 0 && high / low > how.factor) return Scale::logarithmic(low / 1.15, high * 1.15, from, to);
  if (!how.zero) {
    const double margin = std::max((high - low) * 0.03, high * 0.002);  // also if all are equal
    return Scale::linear(low - margin, high + margin, from, to);
  }
  return Scale::linear(0, high > 0 ? high * 1.04 : 1, from, to);
}

namespace {

// About how wide a character is, of ticks and of names.
constexpr double tick_character = 6.4, name_character = 6.9;

double width_of(const std::string& text, double character) {
  return static_cast<double>(character_count(text)) * character;
}

}  // namespace

std::string shortened(const std::string& text, double max) {
  const auto room = static_cast<std::size_t>(std::max(max, 2.0));
  if (character_count(text) <= room) return text;
  return std::string(first_characters(text, room - 1)) + "\u2026";
}

double bottom_axis(Svg& svg, const Scale& scale, const Frame& frame, const Axis& axis) {
  const int count = std::max(2, static_cast<int>((frame.right - frame.left) / 75));
  bool spaced = !axis.at.empty() && axis.at.size() <= static_cast<std::size_t>(count);
  for (std::size_t i = 1; spaced && i < axis.at.size(); ++i) spaced = scale(axis.at[i]) - scale(axis.at[i - 1]) > 40;
  for (const double tick : spaced ? axis.at : scale.ticks(count)) {
    const double x = scale(tick);
    svg.line(x, frame.top, x, frame.bottom, "grid");
    const std::string text = axis.text(tick);
    const double half = width_of(text, tick_character) / 2;
    svg.text(std::clamp(x, half, std::max(half, figure_width - half)), frame.bottom + 16, text,
             {{"text-anchor", "middle"}, {"data-tick", "x"}});
  }
  svg.line(frame.left, frame.bottom, frame.right, frame.bottom, "axis");
  if (axis.label.empty()) return frame.bottom + 22;
  svg.text(frame.right, frame.bottom + 33, axis.label, {{"text-anchor", "end"}});
  return frame.bottom + 40;
}

void left_axis(Svg& svg, const Scale& scale, const Frame& frame, const Axis& axis) {
  for (const double tick : scale.ticks(std::max(2, static_cast<int>((frame.bottom - frame.top) / 42)))) {
    const double y = scale(tick);
    svg.line(frame.left, y, frame.right, y, "grid");
    svg.text(frame.left - 7, y + 4, axis.text(tick), {{"text-anchor", "end"}, {"data-tick", "y"}});
  }
  if (!axis.label.empty()) svg.text(0, frame.top - 9, axis.label);
}

std::string drawn(const RowPlot& plot, const std::string& title) {
  double longest = 0;
  for (const NamedRow& row : plot.rows) longest = std::max(longest, width_of(row.name, name_character) + 14);
  const bool above = longest > figure_width * 0.36;
  const double left = above ? 0 : std::max(70.0, longest);
  const double step = above ? plot.height + 20 : plot.height;
  const Frame frame{left, figure_width - plot.right, 4, 4 + static_cast<double>(plot.rows.size()) * step};
  const Scale scale = plot.scale(frame.left, frame.right);
  Svg svg;
  const double end = bottom_axis(svg, scale, frame, plot.axis);
  if (plot.one) svg.line(scale(1), frame.top, scale(1), frame.bottom, "one");
  for (std::size_t i = 0; i < plot.rows.size(); ++i) {
    const double top = frame.top + static_cast<double>(i) * step;
    const double centre = top + (above ? 20 + (step - 20) / 2 : step / 2);
    const std::string name = shortened(plot.rows[i].name, (above ? figure_width : left - 10) / 6.6);
    if (above)
      svg.text(0, centre - plot.bar / 2 - 5, name, {{"class", "name"}});
    else
      svg.text(left - 12, centre + 4, name, {{"text-anchor", "end"}, {"class", "name"}});
    plot.rows[i].draw(svg, scale, centre, plot.bar);
  }
  return svg.finish(figure_width, legend(svg, plot.legend, end, 1), title);
}

double legend(Svg& svg, const std::vector<LegendEntry>& entries, double top, std::size_t min) {
  if (entries.size() < min) return top;
  constexpr double line = 20, mark = 10, gap = 16;
  double x = 0, y = top + 4;
  for (const LegendEntry& it : entries) {
    const std::string name = shortened(it.name, (figure_width - mark - 6) / tick_character);
    const double width = mark + 6 + width_of(name, tick_character);
    if (x > 0 && x + width > figure_width) {
      x = 0;
      y += line;
    }
    svg.open_group({{"class", "entry " + it.classes}, {"data-entry", it.name}});
    svg.rect(x + 1, y + 1, mark - 2, mark - 2, {{"class", "mark"}, {"rx", 2.0}});
    svg.text(x + mark + 6, y + 9, name);
    svg.close_group();
    x += width + gap;
  }
  return y + line - 2;
}

}  // namespace wayfront::host
