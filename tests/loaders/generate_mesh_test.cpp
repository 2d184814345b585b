// Meshes of the loader `generate`: each is compared with a definition by brute force, and with the figures of the graphs
// that it stands for.
#include "generated.hpp"

namespace wayfront::host {
namespace {

using Edge = std::pair<Vertex, Vertex>;

std::set<Edge> edges_of(const Generated<Int>& graph) {
  std::set<Edge> edges;
  for (const Arc<Int>& arc : graph.arcs) edges.insert(std::minmax(arc.source, arc.target));
  CHECK(edges.size() == graph.arcs.size());  // each once
  return edges;
}

struct Degrees {
  double mean = 0, deviation = 0;
  std::uint64_t max = 0;
};

Degrees degrees_of(const Generated<Int>& graph) {
  const std::vector<std::uint64_t> all = graph.out_degrees();
  Degrees it;
  double squares = 0;
  for (const std::uint64_t degree : all) {
    it.mean += static_cast<double>(degree) / static_cast<double>(all.size());
    squares += static_cast<double>(degree * degree) / static_cast<double>(all.size());
    it.max = std::max(it.max, degree);
  }
  it.deviation = std::sqrt(squares - it.mean * it.mean);
  return it;
}

Generated<Int> rows_of(const char* kind, int rows, int columns, const Given& more = {}) {
  Given options = {{"kind", kind}, {"rows", static_cast<double>(rows)}, {"columns", static_cast<double>(columns)}};
  options.insert(more.begin(), more.end());
  return generate<Int>(options);
}

TEST_CASE("honeycomb: three neighbours, left, right, and below or above in turn") {
  for (const auto& [rows, columns] : {std::pair{9, 7}, {7, 9}, {2, 3}, {1, 5}, {5, 1}, {1, 1}, {0, 4}, {4, 0}}) {
    CAPTURE(rows);
    CAPTURE(columns);
    std::set<Edge> expected;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        if (c + 1 < columns) expected.emplace(r * columns + c, r * columns + c + 1);
        if (r + 1 < rows && (r + c) % 2 == 0) expected.emplace(r * columns + c, (r + 1) * columns + c);
      }
    const auto graph = rows_of("honeycomb", rows, columns);
    CHECK(graph.header.vertices == rows * columns);
    CHECK_FALSE(graph.header.directed);
    CHECK(edges_of(graph) == expected);
  }
  const auto graph = rows_of("honeycomb", 300, 300);
  const Degrees degrees = degrees_of(graph);  // hugetrace: 3.0, deviation 0
  CHECK(degrees.mean == doctest::Approx(3).epsilon(0.01));
  CHECK(degrees.deviation < 0.15);
  CHECK(degrees.max == 3);
  CHECK(std::ranges::count(reached(graph, 0), true) == 90000);
}

TEST_CASE("shell: all vertices of the eight nodes of an element are joined") {
  for (const auto& [rows, columns, freedoms, loops] : {std::tuple{3, 4, 3, true},
                                                       {4, 2, 2, false},
                                                       {1, 1, 1, false},
                                                       {1, 5, 2, true},
                                                       {5, 1, 1, true},
                                                       {0, 3, 3, true}}) {
    CAPTURE(rows);
    CAPTURE(columns);
    const auto graph =
        rows_of("shell", rows, columns, {{"freedoms", static_cast<double>(freedoms)}, {"self_loops", loops}});
    // Points of the lattice of corners and middles of sides; a vertex is found by its coordinates, in order.
    std::map<std::pair<double, double>, std::vector<Vertex>> at;
    for (Vertex v = 0; v < graph.header.vertices; ++v) at[{graph.points[v].x, graph.points[v].y}].push_back(v);
    std::set<Edge> expected;
    std::size_t nodes = 0;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        std::vector<Vertex> element;
        for (int i = 0; i <= 2; ++i)
          for (int j = 0; j <= 2; ++j)
            if (i != 1 || j != 1)
              for (const Vertex v : at[{c + j / 2.0, rows - r - i / 2.0}]) element.push_back(v);
        CHECK(element.size() == 8U * freedoms);
        for (const Vertex u : element)
          for (const Vertex v : element)
            if (u < v || (u == v && loops)) expected.emplace(u, v);
      }
    for (const auto& [point, vertices] : at) nodes += vertices.size() == static_cast<std::size_t>(freedoms) ? 1 : 0;
    CHECK(nodes * freedoms == graph.header.vertices);
    CHECK(edges_of(graph) == expected);
  }
  const Degrees degrees = degrees_of(rows_of("shell", 100, 100, {{"self_loops", true}}));
  CHECK(degrees.mean == doctest::Approx(49.7).epsilon(0.08));  // msdoor: 49.7, deviation 11.7
  CHECK(degrees.deviation == doctest::Approx(11.7).epsilon(0.05));
}

/// Whether a circle through both points has no other in it: the centres at which the others are outside form an interval
/// of the bisector.
bool touch(const std::vector<Point>& points, std::size_t u, std::size_t v) {
  const Point middle{(points[u].x + points[v].x) / 2, (points[u].y + points[v].y) / 2};
  const Point along{points[u].y - points[v].y, points[v].x - points[u].x};
  const double square = std::pow(points[u].x - middle.x, 2) + std::pow(points[u].y - middle.y, 2);
  double low = -HUGE_VAL, high = HUGE_VAL;
  for (std::size_t w = 0; w < points.size(); ++w) {
    if (w == u || w == v) continue;
    const Point to{points[w].x - middle.x, points[w].y - middle.y};
    const double slope = 2 * (to.x * along.x + to.y * along.y), rest = to.x * to.x + to.y * to.y - square;
    if (slope > 0) high = std::min(high, rest / slope);
    if (slope < 0) low = std::max(low, rest / slope);
  }
  return low < high;
}

TEST_CASE("triangulation: the Delaunay triangulation of its points") {
  for (const double count : {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 60.0, 300.0}) {
    CAPTURE(count);
    const auto graph = generate<Int>({{"kind", "triangulation"}, {"vertices", count}, {"seed", 5.0}});
    CHECK(graph.points.size() == graph.header.vertices);
    std::set<Edge> expected;
    for (Vertex u = 0; u < graph.header.vertices; ++u)
      for (Vertex v = u + 1; v < graph.header.vertices; ++v)
        if (touch(graph.points, u, v)) expected.emplace(u, v);
    CHECK(edges_of(graph) == expected);
  }
  // delaunay_n15: 32,768 vertices, 98,274 edges, deviation 1.36, max 18
  const auto graph = generate<Int>({{"kind", "triangulation"}, {"vertices", 32768.0}});
  CHECK(static_cast<double>(graph.arcs.size()) == doctest::Approx(98274).epsilon(0.0002));
  const Degrees degrees = degrees_of(graph);
  CHECK(degrees.deviation == doctest::Approx(1.36).epsilon(0.02));
  CHECK(degrees.max >= 12);
  CHECK(degrees.max <= 30);
  CHECK(std::ranges::count(reached(graph, 0), true) == 32768);
}

}  // namespace
}  // namespace wayfront::host
