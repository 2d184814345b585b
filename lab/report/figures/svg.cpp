#include "report/figures/svg.hpp"

#include <fmt/format.h>

#include "report/figures/texts.hpp"

namespace wayfront::host {

std::string place_text(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

void Svg::open(std::string_view name, SvgAttributes attributes) {
  body_ += '<';
  body_ += name;
  for (const SvgAttribute& it : attributes) body_ += fmt::format(" {}=\"{}\"", it.name, xml_text(it.value));
}

void Svg::element(std::string_view name, SvgAttributes attributes) {
  open(name, attributes);
  body_ += "/>";
}

void Svg::text(double x, double y, std::string_view text, SvgAttributes attributes) {
  body_ += fmt::format("<text x=\"{}\" y=\"{}\"", place_text(x), place_text(y));
  for (const SvgAttribute& it : attributes) body_ += fmt::format(" {}=\"{}\"", it.name, xml_text(it.value));
  body_ += fmt::format(">{}</text>", xml_text(text));
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view classes, SvgAttributes attributes) {
  open("line", {{"class", classes}, {"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}});
  for (const SvgAttribute& it : attributes) body_ += fmt::format(" {}=\"{}\"", it.name, xml_text(it.value));
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

}  // namespace wayfront::host
