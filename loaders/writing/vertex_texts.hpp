// What a format calls the vertices of a graph, where it has texts for that, and where they lie.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "wayfront/loader.hpp"
#include "wayfront/status.hpp"

namespace wayfront::writing {

/// The length of the character in UTF-8 with which `text` begins; 0 if it does not begin with one.
inline std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t count) {
    for (std::size_t i = 1; i <= count; ++i)
      if ((byte(i) & 0xc0) != 0x80) return false;
    return true;
  };
  if (byte(0) < 0x80) return text.empty() ? 0 : 1;
  if (byte(0) >= 0xc2 && byte(0) <= 0xdf) return follows(1) ? 2 : 0;
  if ((byte(0) & 0xf0) == 0xe0) {
    const unsigned code = (byte(0) & 0x0f) << 12 | (byte(1) & 0x3f) << 6;
    return follows(2) && code >= 0x800 && (code < 0xd800 || code > 0xdfff) ? 3 : 0;
  }
  if (byte(0) >= 0xf0 && byte(0) <= 0xf4) {
    const unsigned code = (byte(0) & 0x07) << 18 | (byte(1) & 0x3f) << 12;
    return follows(3) && code >= 0x10000 && code <= 0x10ffff ? 4 : 0;
  }
  return 0;
}

class VertexTexts {
 public:
  VertexTexts(std::string_view format, const SaveRequest& request) : format_(format), request_(request) {}

  bool are_names() const { return request_.names != nullptr; }
  std::uint64_t number(Vertex v) const { return request_.ids != nullptr ? request_.ids[v] : request_.first_id + v; }
  /// The name, or the number as text. Valid until the next call.
  std::string_view text(Vertex v) {
    if (are_names()) return request_.names[v];
    const auto [end, error] = std::to_chars(digits_, digits_ + sizeof digits_, number(v));
    static_cast<void>(error);  // there is room
    return {digits_, end};
  }
  /// Throws Unsupported if a name is not UTF-8, or has a character for which is_bad() is true; `why` is what the format
  /// cannot have: "a quote".
  template <class IsBad>
  void require(IsBad&& is_bad, const char* why) const {
    if (!are_names()) return;
    for (Vertex v = 0; v < request_.graph->info().vertices; ++v)
      for (std::string_view rest = request_.names[v]; !rest.empty();) {
        const std::size_t length = utf8_length(rest);
        if (length == 0) refuse(v, "bytes that are not UTF-8");
        if (is_bad(rest.front())) refuse(v, why);
        rest.remove_prefix(length);
      }
  }

  /// The same for texts in names.
  void require_without(std::initializer_list<std::string_view> parts, const char* why) const {
    if (!are_names()) return;
    for (Vertex v = 0; v < request_.graph->info().vertices; ++v)
      for (const std::string_view part : parts)
        if (request_.names[v].find(part) != std::string_view::npos) refuse(v, why);
  }

  bool has_places() const { return !request_.coordinates.points.empty(); }
  const char* x_name() const { return request_.coordinates.geographic ? "lon" : "x"; }
  const char* y_name() const { return request_.coordinates.geographic ? "lat" : "y"; }
  /// Null if it is not known.
  const Point* place(Vertex v) const {
    if (!has_places() || std::isnan(request_.coordinates.points[v].x)) return nullptr;
    return &request_.coordinates.points[v];
  }

 private:
  [[noreturn]] void refuse(Vertex v, const char* what) const {
    throw Unsupported(std::string(format_) + ": " + std::string(request_.output->name()) + ": the name of vertex " +
                      std::to_string(v) + " (counted from 0) has " + what +
                      ", which the format cannot hold; --renumber gives the vertices numbers");
  }

  std::string_view format_;
  const SaveRequest& request_;
  char digits_[24] = {};
};

}  // namespace wayfront::writing
