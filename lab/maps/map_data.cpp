// What a map shows, as the data of its page. The files in map_page/ read it.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/errors.hpp"
#include "graph/places/vertex_points.hpp"
#include "graph/rows_view.hpp"
#include "maps/map_page.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

/// Mercator's projection, in degrees; the poles, which it does not have, become the edges of the usual square map.
double mercator(double latitude) {
  constexpr double last = 85.05112877980659, degree = std::numbers::pi / 180;
  const double angle = std::clamp(latitude, -last, last) * degree;
  return std::log(std::tan(std::numbers::pi / 4 + angle / 2)) / degree;
}

void join_at_antimeridian(std::vector<Point>& points) {
  constexpr double whole = 360;
  const auto turned = [](double x) { return x < 0 ? x + whole : x; };
  const auto width = [&](auto&& place) {
    const auto [min, max] = std::ranges::minmax(points, {}, [&](const Point& it) { return place(it.x); });
    return place(max.x) - place(min.x);
  };
  if (points.empty() || width([](double x) { return x; }) <= width(turned)) return;
  for (Point& it : points) it.x = turned(it.x);
}

using Json = nlohmann::json;
using Ends = std::pair<Vertex, Vertex>;

/// Whether JavaScript holds the differences of such numbers without signs, 1 larger: up to four times as large.
template <class T>
bool fits_as_difference(T number) {
  constexpr std::int64_t max = (std::int64_t{1} << 51) - 1;
  return std::cmp_less_equal(number, max) && std::cmp_greater_equal(number, -max);
}

/// Numbers as text: 5 bits a character, the lowest first.
class CompactNumbers {
 public:
  void add(std::uint64_t number) {
    constexpr std::uint64_t more = 32;
    for (; number >= more; number /= more) text_ += static_cast<char>('?' + more + number % more);
    text_ += static_cast<char>('?' + number);
  }
  /// 0, -1, 1, -2 ... are 0, 1, 2, 3 ...
  static std::uint64_t unsigned_of(std::int64_t number) {
    return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
  }
  /// The difference from the number that was given before; at first from 0.
  void add_next(std::int64_t number) { add(unsigned_of(number - std::exchange(before_, number))); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::int64_t before_ = 0;
};

class Encoder {
 public:
  explicit Encoder(const MapAnswer& answer)
      : answer_(answer),
        graph_(answer.graph),
        number_(static_cast<Vertex>(answer.graph.coordinates.points().size()), no_vertex) {}

  Json encode() {
    choose_vertices();
    find_lines();
    const VertexPoints places = graph_.coordinates.selected(drawn_);
    const MapSheet sheet = map_sheet({places.points().begin(), places.points().end()}, places.geographic(), lines_);
    Json data = {{"graph", graph_.name},
                 {"plugin", answer_.plugin},
                 {"geographic", graph_.coordinates.geographic()},
                 {"direction", answer_.to_source ? "to" : "from"},
                 {"limit", std::isfinite(answer_.limit) ? Json(answer_.limit) : Json()},
                 {"unit", {{"name", answer_.unit.name}, {"weight", answer_.unit.weight}}},
                 {"vertices", number_.size()},
                 {"unknown", unknown_},
                 {"selection", only_reached_ ? "reached" : "all"},
                 {"drawn", drawn_.size()},
                 {"source", place_in_page(answer_.source)},
                 {"target", answer_.target ? place_in_page(*answer_.target) : Json()},
                 {"source_id", graph_.ids[answer_.source]},
                 {"target_id", answer_.target ? Json(graph_.ids[*answer_.target]) : Json()},
                 {"sheet", {{"left", sheet.left}, {"bottom", sheet.bottom}, {"step", sheet.step}}},
                 {"x", differences(sheet.x)},
                 {"y", differences(sheet.y)},
                 {"line_count", lines_.size()},
                 {"lines", encoded_lines()},
                 {"tree", encoded_tree()},
                 {"ids", encoded_ids()}};
    with_weight_type(answer_.row.kind, [&]<WeightType W>() { data["distances"] = encoded_distances<W>(); });
    return data;
  }

 private:
  Json place_in_page(Vertex v) const { return number_[v] == no_vertex ? Json() : Json(number_[v]); }

  /// Those whose places are known; if these are too many, those that are reached.
  void choose_vertices() {
    for (Vertex v = 0; v < number_.size(); ++v)
      if (is_known(graph_.coordinates[v])) drawn_.push_back(v);
    unknown_ = number_.size() - drawn_.size();
    only_reached_ = drawn_.size() > answer_.max_vertices;
    if (only_reached_)
      with_weight_type(answer_.row.kind, [&]<WeightType W>() {
        const auto distances = answer_.row.distances_as<W>();
        std::erase_if(drawn_, [&](Vertex v) { return distances[v] == unreached<W> && v != answer_.target; });
      });
    if (drawn_.size() > answer_.max_vertices + 1)  // the target, too
      throw UserError(
          ExitCode::usage,
          fmt::format("{}: {} vertices are reached, and a map has room for {}; --limit makes a map of a part",
                      graph_.name, drawn_.size(), answer_.max_vertices));
    for (Vertex i = 0; i < drawn_.size(); ++i) number_[drawn_[i]] = i;
  }

  /// Arcs between drawn vertices, without directions, each once.
  void find_lines() {
    const ArcsView arcs = arcs_view(graph_.graph->csr());
    for (Vertex u = 0; u < number_.size(); ++u)
      for (std::uint64_t e = arcs.begin(u); e < arcs.end(u); ++e) {
        const Vertex a = number_[u], b = number_[arcs.targets[e]];
        if (a != no_vertex && b != no_vertex && a != b) lines_.emplace_back(std::min(a, b), std::max(a, b));
      }
    std::ranges::sort(lines_);
    lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
  }

  static std::string differences(const std::vector<std::int64_t>& numbers) {
    CompactNumbers compact;
    for (const std::int64_t it : numbers) compact.add_next(it);
    return compact.text();
  }

  /// For each line: how far its first end is after that of the line before, and its second end after the first.
  std::string encoded_lines() const {
    CompactNumbers compact;
    Vertex before = 0;
    for (const auto& [first, second] : lines_) {
      compact.add(first - std::exchange(before, first));
      compact.add(second - first);
    }
    return compact.text();
  }

  /// Integers that JavaScript holds as differences, 1 larger, with 0 for unreached; others as a list, null for unreached.
  template <WeightType W>
  Json encoded_distances() const {
    const std::span<const W> distances = answer_.row.distances_as<W>();
    const auto is_reached = [&](Vertex v) { return distances[v] != unreached<W>; };
    if constexpr (std::is_integral_v<W>)
      if (std::ranges::all_of(drawn_, [&](Vertex v) { return !is_reached(v) || fits_as_difference(distances[v]); })) {
        CompactNumbers compact;
        std::int64_t before = 0;
        for (const Vertex v : drawn_) {
          compact.add(is_reached(v) ? CompactNumbers::unsigned_of(distances[v] - before) + 1 : 0);
          if (is_reached(v)) before = distances[v];
        }
        return compact.text();
      }
    Json list = Json::array();
    for (const Vertex v : drawn_) list.push_back(is_reached(v) ? Json(static_cast<double>(distances[v])) : Json());
    return list;
  }

  /// The predecessor of each vertex, as a difference; 0 where there is none on the page.
  std::string encoded_tree() const {
    CompactNumbers compact;
    for (Vertex i = 0; i < drawn_.size(); ++i) {
      const Vertex v = drawn_[i], from = v == answer_.source ? no_vertex : answer_.predecessors[v];
      const Vertex before = from == no_vertex ? no_vertex : number_[from];
      compact.add(CompactNumbers::unsigned_of(before == no_vertex ? 0 : std::int64_t{before} - std::int64_t{i}));
    }
    return compact.text();
  }

  /// Differences of numbers; names, and numbers whose differences it does not hold, as a list of texts.
  Json encoded_ids() const {
    const VertexIds& ids = graph_.ids;
    const auto is_text = [&](Vertex v) { return !fits_as_difference(ids[v].number); };
    if (ids.kind() != VertexIds::Kind::names && std::ranges::none_of(drawn_, is_text)) {
      CompactNumbers compact;
      for (const Vertex v : drawn_) compact.add_next(static_cast<std::int64_t>(ids[v].number));
      return compact.text();
    }
    Json texts = Json::array();
    for (const Vertex v : drawn_) texts.push_back(to_text(ids[v]));
    return texts;
  }

  const MapAnswer& answer_;
  const LoadedGraph& graph_;
  std::vector<Vertex> drawn_;   // by number on the page, in the order of the graph
  std::vector<Vertex> number_;  // by vertex of the graph: its number on the page, or no_vertex
  std::uint64_t unknown_ = 0;   // vertices whose places are not known
  bool only_reached_ = false;
  std::vector<Ends> lines_;  // numbers on the page, the smaller one first
};

}  // namespace

MapSheet map_sheet(std::vector<Point> points, bool geographic, std::span<const std::pair<Vertex, Vertex>> lines) {
  constexpr double max_units = 0x1p24, units_per_line = 64;
  if (geographic) {
    for (Point& it : points) it.y = mercator(it.y);
    join_at_antimeridian(points);
  }
  double length = 0;  // of all lines; some may be too long to add up
  for (const auto& [a, b] : lines) length += std::hypot(points[a].x - points[b].x, points[a].y - points[b].y);
  const PointBounds bounds = bounds_of(points);
  const double extent = std::max(bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y);
  MapSheet sheet;
  sheet.left = bounds.min.x;
  sheet.bottom = bounds.min.y;
  sheet.step = extent / max_units;
  if (!lines.empty()) sheet.step = std::max(sheet.step, length / static_cast<double>(lines.size()) / units_per_line);
  if (!(sheet.step > 0) || !std::isfinite(sheet.step)) sheet.step = 1;
  const auto unit = [&](double from, double to) {
    return std::llround(std::clamp((to - from) / sheet.step, 0.0, max_units));
  };
  for (const Point& it : points) {
    sheet.x.push_back(unit(sheet.left, it.x));
    sheet.y.push_back(unit(sheet.bottom, it.y));
  }
  return sheet;
}

Json map_data(const MapAnswer& answer) { return Encoder(answer).encode(); }

}  // namespace wayfront::host
