#include "attributed/points.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "text/fields.hpp"
#include "wayfront/status.hpp"

namespace wayfront::attributed {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

PointColumns::PointColumns(const std::string& names, bool degrees) {
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

std::optional<std::size_t> PointColumns::column(std::string_view attribute) const {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (textfile::same_word(columns_[i].name, attribute)) return i;
  return std::nullopt;
}

void PointColumns::set(Vertex vertex, std::size_t column, double value) {
  std::vector<double>& values = columns_[column].values;
  if (values.size() <= vertex) values.resize(std::size_t{vertex} + 1, unknown);
  values[vertex] = value;
}

bool PointColumns::set(Vertex vertex, std::size_t column, std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) return false;
  set(vertex, column, value);
  return true;
}

std::string PointColumns::asked_names() const {
  return '\'' + textfile::shown(columns_[0].name) + "' and '" + textfile::shown(columns_[1].name) + '\'';
}

PointColumns::Found PointColumns::find(std::size_t vertices) const {
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

}  // namespace wayfront::attributed
