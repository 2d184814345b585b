#include "report/figures/axes.hpp"

#include <algorithm>
#include <cmath>

#include "base/characters.hpp"

namespace wayfront::host {
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

double named_rows(Svg& svg, const std::vector<NamedRow>& rows, RowSizes sizes,
                  const std::function<double(const Frame&)>& axis) {
  double longest = 0;
  for (const NamedRow& row : rows) longest = std::max(longest, width_of(row.name, name_character) + 14);
  const bool above = longest > figure_width * 0.36;
  const double left = above ? 0 : std::max(70.0, longest);
  const double step = above ? sizes.height + 20 : sizes.height;
  const Frame frame{left, figure_width - sizes.right, 4, 4 + static_cast<double>(rows.size()) * step};
  const double end = axis(frame);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double top = frame.top + static_cast<double>(i) * step;
    const double centre = top + (above ? 20 + (step - 20) / 2 : step / 2);
    const std::string name = shortened(rows[i].name, (above ? figure_width : left - 10) / 6.6);
    if (above)
      svg.text(0, centre - sizes.bar / 2 - 5, name, {{"class", "name"}});
    else
      svg.text(left - 12, centre + 4, name, {{"text-anchor", "end"}, {"class", "name"}});
    rows[i].draw(centre, sizes.bar, frame);
  }
  return end;
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
    svg.element(
        "rect",
        {{"class", "mark"}, {"x", x + 1}, {"y", y + 1}, {"width", mark - 2}, {"height", mark - 2}, {"rx", 2.0}});
    svg.text(x + mark + 6, y + 9, name);
    svg.close_group();
    x += width + gap;
  }
  return y + line - 2;
}

}  // namespace wayfront::host
