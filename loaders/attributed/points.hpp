// Where vertices lie, as their attributes say: which attributes are coordinates, and what they say of each vertex.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wayfront/loader.hpp"

namespace wayfront::attributed {

/// Collects the attributes that may be coordinates. Their names may be in capitals.
class PointColumns {
 public:
  PointColumns() = default;  // none
  /// `names` is the option: "" takes lon and lat, longitude and latitude, or x and y, which lie in a plane; "none"; or
  /// two names with a comma between them, of degrees or in a plane. Throws BadInput for anything else.
  PointColumns(const std::string& names, bool degrees);

  /// The number of an attribute that may be a coordinate, or nothing.
  std::optional<std::size_t> column(std::string_view attribute) const;
  void set(Vertex vertex, std::size_t column, double value);
  /// Returns false for a text that is not a number. Without a user who named the attribute that is no fault.
  bool set(Vertex vertex, std::size_t column, std::string_view text);
  /// Whether the user named the attributes.
  bool asked() const { return asked_; }
  /// "'lon' and 'lat'" of those that the user named.
  std::string asked_names() const;

  struct Found {
    std::string names;      // "'lon' and 'lat'"; empty if there are no coordinates
    std::size_t first = 0;  // the number of the first of both
    bool geographic = false;
    std::vector<Point> points{};  // of each vertex, NaN if it has none
    std::size_t unknown = 0;
  };
  /// The first two attributes that a vertex has.
  Found find(std::size_t vertices) const;

 private:
  struct Column {
    std::string name;
    bool geographic = false;
    std::vector<double> values{};  // of the vertices so far
  };
  std::vector<Column> columns_;  // x, y, x, y ...
  bool asked_ = false;
};

}  // namespace wayfront::attributed
