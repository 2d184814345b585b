// Where vertices lie, as their attributes say: which attributes are coordinates, and what they say of each vertex.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/fields.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/status.hpp"

namespace wayfront::attributed {

/// Collects the attributes that may be coordinates. Their names may be in capitals.
class PointColumns {
 public:
  PointColumns() = default;  // none
  /// `names` is the option: "" takes lon and lat, longitude and latitude, or x and y, which lie in a plane; "none"; or
  /// two names with a comma between them, of degrees or in a plane. Throws BadInput for anything else.
  PointColumns(const std::string& names, bool degrees) {
    if (names == "none") return;
    if (names.empty()) {
      columns_ = {{"lon", true}, {"lat", true}, {"longitude", true}, {"latitude", true}, {"x"}, {"y"}};
      return;
    }
    const std::size_t comma = names.find(',');
    if (comma == names.npos || comma == 0 || comma + 1 == names.size() || names.find(',', comma + 1) != names.npos)
      throw BadInput("coordinates is '" + textfile::shown(names) +
                     "', which is neither none nor two attributes with a comma between them, as in lon,lat");
    columns_ = {{names.substr(0, comma), degrees}, {names.substr(comma + 1), degrees}};
    asked_ = true;
  }

  /// The number of an attribute that may be a coordinate, or nothing.
  std::optional<std::size_t> column(std::string_view attribute) const {
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (textfile::same_word(columns_[i].name, attribute)) return i;
    return std::nullopt;
  }
  /// Returns false for a text that is not a number. Without a user who named the attribute that is no fault.
  bool set(Vertex vertex, std::size_t column, std::string_view text) {
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) return false;
    std::vector<double>& values = columns_[column].values;
    if (values.size() <= vertex) values.resize(std::size_t{vertex} + 1, unknown);
    values[vertex] = value;
    return true;
  }
  /// Whether the user named the attributes.
  bool asked() const { return asked_; }
  /// "'lon' and 'lat'" of those that the user named.
  std::string asked_names() const {
    return '\'' + textfile::shown(columns_[0].name) + "' and '" + textfile::shown(columns_[1].name) + '\'';
  }

  struct Found {
    std::string names;      // "'lon' and 'lat'"; empty if there are no coordinates
    std::size_t first = 0;  // the number of the first of both
    bool geographic = false;
    std::vector<Point> points{};  // of each vertex, NaN if it has none
    std::size_t unknown = 0;
  };
  /// The first two attributes that a vertex has.
  Found find(std::size_t vertices) const {
    for (std::size_t i = 0; i + 1 < columns_.size(); i += 2) {
      const std::vector<double>&xs = columns_[i].values, &ys = columns_[i + 1].values;
      Found found{{}, i, columns_[i].geographic, std::vector<Point>(vertices, {unknown, unknown}), vertices};
      for (std::size_t v = 0; v < std::min({xs.size(), ys.size(), vertices}); ++v) {
        if (std::isnan(xs[v]) || std::isnan(ys[v])) continue;
        found.points[v] = {xs[v], ys[v]};
        --found.unknown;
      }
      if (found.unknown == vertices) continue;
      found.names = '\'' + columns_[i].name + "' and '" + columns_[i + 1].name + '\'';
      return found;
    }
    return {};
  }

 private:
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  struct Column {
    std::string name;
    bool geographic = false;
    std::vector<double> values{};  // of the vertices so far
  };
  std::vector<Column> columns_;  // x, y, x, y ...
  bool asked_ = false;
};

}  // namespace wayfront::attributed
