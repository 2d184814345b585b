// Writes SVG: elements with attributes, numbers with at most two decimals, texts escaped.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>

namespace wayfront::host {

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
  void line(double x1, double y1, double x2, double y2, std::string_view classes, SvgAttributes attributes = {});
  void open_group(SvgAttributes attributes);
  void close_group() { body_ += "</g>"; }

  /// The whole element. `title` is what it is called for those who cannot see it.
  std::string finish(double width, double height, std::string_view title) const;

 private:
  void open(std::string_view name, SvgAttributes attributes);
  std::string body_;
};

}  // namespace wayfront::host
