#include "maps/map_selection.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "graph/places/vertex_points.hpp"
#include "maps/map_sheet.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

/// A grid over a sheet, of `columns` x `rows` squares.
struct Grid {
  double side = 1;
  std::uint64_t columns = 1, rows = 1;

  std::uint64_t square(std::int64_t x, std::int64_t y) const {
    return static_cast<std::uint64_t>(static_cast<double>(y) / side) * columns +
           static_cast<std::uint64_t>(static_cast<double>(x) / side);
  }
};

Grid grid_of(double width, double height, double side) {
  return {side, static_cast<std::uint64_t>(width / side) + 1, static_cast<std::uint64_t>(height / side) + 1};
}

/// The finest grid that was tried of which at most `max` squares are occupied.
Grid choose_grid(const MapSheet& sheet, std::uint64_t max) {
  const auto extent = [](const std::vector<std::int64_t>& places) {
    return static_cast<double>(places.empty() ? 0 : *std::ranges::max_element(places));
  };
  const double width = extent(sheet.x), height = extent(sheet.y), squares = static_cast<double>(max);
  // With this side there are at most squares / 2 + 1 squares.
  double side = std::max({1.0, 2 * std::sqrt(width * height / squares), 4 * (width + height) / squares});
  Grid best = grid_of(width, height, side);
  constexpr double finer = 0.8;
  constexpr std::uint64_t max_squares_each = 128;  // squares of which most are empty
  for (;;) {
    side *= finer;
    const Grid grid = grid_of(width, height, side);
    if (side < 1 || grid.columns * grid.rows / max_squares_each > max) return best;
    std::vector<bool> occupied(grid.columns * grid.rows);
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < sheet.x.size() && count <= max; ++i) {
      const std::uint64_t square = grid.square(sheet.x[i], sheet.y[i]);
      count += occupied[square] ? 0 : 1;
      occupied[square] = true;
    }
    if (count > max) return best;
    best = grid;
  }
}

class Selector {
 public:
  explicit Selector(const MapAnswer& answer)
      : answer_(answer),
        places_(answer.graph.coordinates.points()),
        vertices_(static_cast<Vertex>(std::min<std::size_t>(places_.size(), answer.row.vertices))) {}

  MapSelection select() {
    std::vector<Vertex> known, reached;
    for (Vertex v = 0; v < vertices_; ++v) {
      if (!is_known(places_[v])) continue;
      known.push_back(v);
      if (is_reached(v)) reached.push_back(v);
    }
    selection_.unknown = vertices_ - known.size();
    selection_.number.assign(vertices_, no_vertex);
    if (known.size() <= answer_.max_vertices) {
      take(MapSelection::Kind::all, std::move(known));
    } else if (reached.size() <= answer_.max_vertices) {
      take(MapSelection::Kind::reached, std::move(reached));
    } else {
      simplify(known);
    }
    return std::move(selection_);
  }

 private:
  bool is_reached(Vertex v) const {
    return with_weight_type(answer_.row.kind,
                            [&]<WeightType W>() { return answer_.row.distances_as<W>()[v] != unreached<W>; });
  }

  void take(MapSelection::Kind kind, std::vector<Vertex> vertices) {
    selection_.kind = kind;
    selection_.drawn = std::move(vertices);
    for (Vertex i = 0; i < selection_.drawn.size(); ++i) selection_.number[selection_.drawn[i]] = i;
  }

  /// By vertex: its arcs from the root of its tree.
  std::vector<Vertex> depths() const {
    std::vector<Vertex> depths(vertices_, no_vertex), chain;
    for (Vertex v = 0; v < vertices_; ++v) {
      Vertex u = v;
      for (; u < vertices_ && depths[u] == no_vertex && chain.size() <= vertices_; u = answer_.predecessors[u])
        chain.push_back(u);
      Vertex depth = u < vertices_ ? depths[u] + 1 : 0;
      for (; !chain.empty(); chain.pop_back()) depths[chain.back()] = depth++;
    }
    return depths;
  }

  /// Nearer vertices first; of the same distance those with fewer arcs. Where an arc may be negative, a predecessor may be
  /// farther, so that arcs alone decide.
  template <WeightType W>
  void choose_nearest(const std::vector<std::uint64_t>& squares, std::vector<Vertex>& order) const {
    const std::vector<Vertex> depth = depths();
    const std::span<const W> distances = answer_.row.distances_as<W>();
    const bool negative = answer_.graph.graph->info().min_weight < 0;
    const auto key = [&](Vertex v) {
      const bool unknown = distances[v] == unreached<W>;
      return std::tuple(squares[v], unknown, negative ? W{} : distances[v], depth[v], v);
    };
    std::ranges::sort(order, {}, key);
  }

  void simplify(const std::vector<Vertex>& known) {
    std::vector<Point> points;
    points.reserve(known.size());
    for (const Vertex v : known) points.push_back(places_[v]);
    const MapSheet sheet = map_sheet(std::move(points), answer_.graph.coordinates.geographic(), {});
    const Grid grid = choose_grid(sheet, answer_.max_vertices);
    constexpr std::uint64_t own = std::uint64_t{1} << 62;  // the target's square
    std::vector<std::uint64_t> squares(vertices_);
    for (std::size_t i = 0; i < known.size(); ++i) squares[known[i]] = grid.square(sheet.x[i], sheet.y[i]);
    if (answer_.target && *answer_.target < vertices_) squares[*answer_.target] = own;
    std::vector<Vertex> order = known;
    with_weight_type(answer_.row.kind, [&]<WeightType W>() { choose_nearest<W>(squares, order); });
    std::vector<Vertex> nearest;
    for (std::size_t i = 0; i < order.size(); ++i)
      if (i == 0 || squares[order[i]] != squares[order[i - 1]]) nearest.push_back(order[i]);
    std::ranges::sort(nearest);
    take(MapSelection::Kind::simplified, std::move(nearest));
    Vertex stands = no_vertex;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i == 0 || squares[order[i]] != squares[order[i - 1]]) stands = selection_.number[order[i]];
      selection_.number[order[i]] = stands;
    }
  }

  const MapAnswer& answer_;
  std::span<const Point> places_;
  Vertex vertices_;
  MapSelection selection_;
};

}  // namespace

std::string_view name(MapSelection::Kind kind) {
  switch (kind) {
    case MapSelection::Kind::reached:
      return "reached";
    case MapSelection::Kind::simplified:
      return "simplified";
    default:
      return "all";
  }
}

MapSelection select_vertices(const MapAnswer& answer) { return Selector(answer).select(); }

}  // namespace wayfront::host
