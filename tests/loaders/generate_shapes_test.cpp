// Meshes of the loader `generate`: each is compared with a definition by brute force, and with the figures of the graphs
// that it stands for.
#include <deque>

#include "generated.hpp"

namespace wayfront::host {
namespace generate_shapes_test {

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

Generated<Int> rows_of(const char* kind, int rows, int columns, std::string_view more = "") {
  return generate<Int>(fmt::format("kind = '{}'; rows = {}; columns = {}; {}", kind, rows, columns, more));
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
    const auto graph = rows_of("shell", rows, columns, fmt::format("freedoms = {}; self_loops = {}", freedoms, loops));
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
  const Degrees degrees = degrees_of(rows_of("shell", 100, 100, "self_loops = true"));
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
  for (const int count : {0, 1, 2, 3, 4, 5, 60, 300}) {
    CAPTURE(count);
    const auto graph = generate<Int>(fmt::format("kind = 'triangulation'; vertices = {}; seed = 5", count));
    CHECK(graph.points.size() == graph.header.vertices);
    std::set<Edge> expected;
    for (Vertex u = 0; u < graph.header.vertices; ++u)
      for (Vertex v = u + 1; v < graph.header.vertices; ++v)
        if (touch(graph.points, u, v)) expected.emplace(u, v);
    CHECK(edges_of(graph) == expected);
  }
  // delaunay_n15: 32,768 vertices, 98,274 edges, deviation 1.36, max 18
  const auto graph = generate<Int>("kind = 'triangulation'; vertices = 32768");
  CHECK(static_cast<double>(graph.arcs.size()) == doctest::Approx(98274).epsilon(0.0002));
  const Degrees degrees = degrees_of(graph);
  CHECK(degrees.deviation == doctest::Approx(1.36).epsilon(0.02));
  CHECK(degrees.max >= 12);
  CHECK(degrees.max <= 30);
  CHECK(std::ranges::count(reached(graph, 0), true) == 32768);
}

TEST_CASE("road: connected, whatever its size") {
  for (const Vertex n : {2U, 3U, 5U, 17U, 100U, 256U, 257U, 273U, 290U, 1000U, 2500U, 4097U, 10001U}) {
    CAPTURE(n);
    for (const int seed : {1, 2}) {
      const auto graph = generate<Int>(fmt::format("kind = 'road'; vertices = {}; seed = {}", n, seed));
      CHECK(graph.header.vertices == n);
      CHECK(std::ranges::count(reached(graph, 0), true) == n);
    }
  }
}

TEST_CASE("road: degrees of a road network, single streets, both directions alike") {
  const auto graph = generate<Int>("kind = 'road'; vertices = 100000");
  CHECK_FALSE(graph.header.directed);
  const std::set<Edge> streets = edges_of(graph);
  CHECK(std::ranges::none_of(streets, [](const auto& street) { return street.first == street.second; }));

  const auto degrees = graph.out_degrees();
  double share[8] = {};
  for (const std::uint64_t d : degrees) share[d] += 1.0 / 100000;
  const double average = 2 * static_cast<double>(graph.arcs.size()) / 100000;
  CHECK(average > 2.5);
  CHECK(average < 3.0);
  CHECK(share[0] == 0);
  for (const int degree : {1, 2}) CHECK_MESSAGE((share[degree] > 0.12 && share[degree] < 0.22), share[degree]);
}

TEST_CASE("road: weights follow spacing, through roads are faster, some streets are much longer than others") {
  const std::string options = "kind = 'road'; vertices = 40000";  // 200 x 200
  const auto graph = generate<Int>(options);
  std::vector<Int> weights, local, highway;
  for (const Arc<Int>& arc : graph.arcs) {
    weights.push_back(arc.weight);
    if (arc.target != arc.source + 1) continue;
    const Vertex row = arc.source / 200;
    if (row == 0 || row == 128) highway.push_back(arc.weight);
    if (row % 16 == 1) local.push_back(arc.weight);
  }
  const auto median = [](std::vector<Int>& all) {
    std::ranges::sort(all);
    return all[all.size() / 2];
  };
  CHECK(2 * median(highway) < median(local));
  const Int middle = median(weights);
  CHECK(weights.front() >= 1);
  CHECK(weights.back() > 3 * middle);

  const auto scaled = generate<Int>(options + "; spacing = 10000");
  REQUIRE(scaled.arcs.size() == graph.arcs.size());
  for (std::size_t i = 0; i < scaled.arcs.size(); i += 97)
    CHECK(std::abs(scaled.arcs[i].weight - 10 * graph.arcs[i].weight) <= 5);
  const auto real = generate<float>(options);
  for (std::size_t i = 0; i < real.arcs.size(); i += 97)
    CHECK(real.arcs[i].weight == doctest::Approx(graph.arcs[i].weight).epsilon(0.02));
}

TEST_CASE("road: streets are as long as their ends are apart, but for their kind and their traffic") {
  for (const char* const order : {"natural", "random"}) {
    const std::string options = fmt::format("kind = 'road'; vertices = 5000; spacing = 500; order = '{}'", order);
    const auto graph = generate<float>(options, 3);
    REQUIRE(graph.points.size() == 5000);
    for (const Arc<float>& arc : graph.arcs) {
      const Point &a = graph.points[arc.source], &b = graph.points[arc.target];
      const double length = std::hypot(a.x - b.x, a.y - b.y);
      CHECK(arc.weight >= 0.35 * 0.9 * length * 0.999);
      CHECK(arc.weight <= 1.2 * length * 1.001);
    }
  }
  CHECK(generate<Int>("kind = 'road'; vertices = 100; coordinates = false").points.empty());
  CHECK(generate<Int>("kind = 'road'; vertices = 0").points.empty());
}

TEST_CASE("grid: vertices lie in rows and columns") {
  const auto graph = generate<Int>("kind = 'grid'; rows = 3; columns = 4");
  REQUIRE(graph.points.size() == 12);
  CHECK(graph.points[0].x == 0);
  CHECK(graph.points[0].y == 2);
  CHECK(graph.points[7].x == 3);
  CHECK(graph.points[7].y == 1);
  CHECK(generate<Int>("kind = 'rmat'; scale = 5").points.empty());
}

TEST_CASE("road: another order is the same network") {
  auto natural = generate<Int>("kind = 'road'; vertices = 3000");
  auto random = generate<Int>("kind = 'road'; vertices = 3000; order = 'random'");
  auto d1 = natural.out_degrees(), d2 = random.out_degrees();
  CHECK(d1 != d2);
  std::ranges::sort(d1);
  std::ranges::sort(d2);
  CHECK(d1 == d2);
  CHECK(std::ranges::count(reached(random, 0), true) == 3000);
}

constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();

Generated<Int> hard(const char* name, Vertex vertices) {
  return generate<Int>(fmt::format("kind = 'hard'; case = '{}'; vertices = {}", name, vertices));
}

struct Corrected {
  std::vector<std::int64_t> distances;
  std::uint64_t scans = 0;
};

/// Label correcting with a queue, or with a stack, where a vertex is taken up again whenever its distance drops. Gives
/// up after n rounds' worth of scans of a negative cycle.
Corrected correct(const Generated<Int>& graph, bool stack, std::uint64_t max_scans = 100'000'000) {
  std::vector<std::vector<Arc<Int>>> rows(graph.header.vertices);
  for (const Arc<Int>& arc : graph.arcs) rows.at(arc.source).push_back(arc);
  Corrected result{std::vector(rows.size(), far), 0};
  std::vector<bool> waits(rows.size());
  std::deque<Vertex> open = {0};
  result.distances[0] = 0;
  while (!open.empty() && result.scans < max_scans) {
    const Vertex u = stack ? open.back() : open.front();
    stack ? open.pop_back() : open.pop_front();
    waits[u] = false;
    ++result.scans;
    for (const Arc<Int>& arc : rows[u]) {
      if (result.distances[u] + arc.weight >= result.distances[arc.target]) continue;
      result.distances[arc.target] = result.distances[u] + arc.weight;
      if (!waits[arc.target]) open.push_back(arc.target);
      waits[arc.target] = true;
    }
  }
  return result;
}

TEST_CASE("all cases: the same for any number of threads, sound arcs, golden digests, few vertices") {
  // Changing one of these numbers changes everyone's generated graphs.
  const std::pair<const char*, std::uint64_t> golden[] = {
      {"shortcuts", 8405870191455366237U},     {"staircase", 6178763273860829412U},
      {"doubling", 2327692302933282931U},      {"zero_cycles", 12670693285342510895U},
      {"hub", 1258648830620043234U},           {"parallel", 12819063673223876776U},
      {"disconnected", 4412334301137250860U},  {"largest", 9594577872817269820U},
      {"overflow", 16242496444947811901U},     {"negative", 13399490852975643757U},
      {"negative_cycle", 5325708058878152869U}};
  for (const auto& [name, digest] : golden) {
    CAPTURE(name);
    const Vertex n = name == std::string("doubling") ? 33 : 3000;
    const std::string options = fmt::format("kind = 'hard'; case = '{}'; vertices = {}", name, n);
    const auto graph = generate<Int>(options);
    CHECK(graph.digest() == digest);
    CHECK(generate<Int>(options, 3).digest() == digest);
    CHECK(generate<float>(options).digest() == generate<float>(options, 2).digest());
    for (const Vertex few : {0U, 1U, 2U, 3U, 9U, 17U}) {
      if (few == 2 && name == std::string("overflow")) continue;  // refused
      const auto small = hard(name, few);
      CHECK(small.header.vertices == few);
      CHECK(std::ranges::all_of(small.arcs, [&](const Arc<Int>& arc) { return arc.source < few && arc.target < few; }));
    }
  }
}

TEST_CASE("shortcuts and staircase: quadratic numbers of scans in queue order, distance j at vertex j") {
  for (const char* name : {"shortcuts", "staircase"}) {
    CAPTURE(name);
    const Corrected result = correct(hard(name, 300), false);
    CHECK(result.scans > 300 * 300 / 3);
    for (std::size_t v = 0; v < 300; ++v) CHECK(result.distances[v] == static_cast<std::int64_t>(v));
  }
  CHECK(hard("shortcuts", 300).arcs.size() == 300 * 299 / 2);
  CHECK(hard("staircase", 300).arcs.size() == 2 * 300 - 3);
}

TEST_CASE("doubling: exponentially many scans in stack order, few in queue order") {
  CHECK(correct(hard("doubling", 33), true).scans >= 1U << 16);
  CHECK(correct(hard("doubling", 34), true).scans >= 1U << 17);
  CHECK(correct(hard("doubling", 33), false).scans < 1000);
  CHECK(hard("doubling", 62).arcs.size() == 91);
  CHECK(refusal("kind = 'hard'; case = 'doubling'; vertices = 63") ==
        "generate: hard: case \"doubling\" has at most 62 vertices, or its weights would not fit, not 63");
}

TEST_CASE("zero cycles, hub, parallel, disconnected: what their names say") {
  const auto zero = hard("zero_cycles", 1003);
  CHECK(std::ranges::count_if(zero.arcs, [](const Arc<Int>& arc) { return arc.weight == 0; }) >= 2 * 1003);
  CHECK(std::ranges::count(reached(zero, 0), true) == 1003);
  CHECK(std::ranges::all_of(correct(zero, false).distances, [](std::int64_t d) { return d <= 9 * 126; }));

  const auto hub = generate<Int>("kind = 'hard'; case = 'hub'");
  CHECK(hub.out_degrees()[1] == 1U << 20);
  CHECK(hub.in_degrees().back() == 1U << 20);

  const auto parallel = hard("parallel", 50);
  CHECK(std::ranges::count_if(parallel.arcs, [](const Arc<Int>& arc) { return arc.source == arc.target; }) == 100);
  CHECK(std::ranges::count_if(parallel.arcs, [](const Arc<Int>& arc) { return arc.source == 7 && arc.target == 8; }) ==
        5);

  const auto apart = hard("disconnected", 1000);
  CHECK(std::ranges::count(reached(apart, 0), true) == 450);
  CHECK(std::ranges::count(reached(apart, 700), true) == 450);
  CHECK(apart.out_degrees().back() == 0);
}

TEST_CASE("largest ends at the last distance of int32, overflow one beyond") {
  CHECK(correct(hard("largest", 2), false).distances.back() == std::numeric_limits<Int>::max() - 1);
  for (const Vertex n : {3U, 1000U, 4096U}) {
    CHECK(correct(hard("largest", n), false).distances.back() == std::numeric_limits<Int>::max() - 1);
    CHECK(correct(hard("overflow", n), false).distances.back() == std::numeric_limits<Int>::max());
  }
  const auto too_few = refusal("kind = 'hard'; case = 'overflow'; vertices = 2");
  CHECK(contains(too_few, "case \"overflow\" has one arc"));
}

TEST_CASE("negative: negative arcs, no negative cycle; negative_cycle: one") {
  const auto graph = hard("negative", 2000);
  CHECK(std::ranges::count_if(graph.arcs, [](const Arc<Int>& arc) { return arc.weight < 0; }) > 2000);
  const Corrected result = correct(graph, false);
  CHECK(result.scans < 2000 * 100);
  CHECK(std::ranges::count(result.distances, far) == 0);
  CHECK(correct(hard("negative_cycle", 2000), false, 4'000'000).scans == 4'000'000);
  CHECK(correct(hard("negative_cycle", 1), false, 1000).scans == 1000);
}

}  // namespace generate_shapes_test
}  // namespace wayfront::host
