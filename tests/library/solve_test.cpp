#include <cfenv>

#include "arrays.hpp"

namespace wayfront {
namespace solve_test {

/// Whether the arcs lead from `source` to `target`, are arcs of the graph, and add up to `length`.
template <class W>
void check_path(const SharedGraph& graph, const Path& path, Vertex source, Vertex target, double length) {
  Vertex at = source;
  double sum = 0;
  for (const PathArc& arc : path.arcs) {
    CHECK(arc.from == at);
    CHECK(graph.targets()[arc.arc] == arc.to);
    CHECK(static_cast<double>(graph.weights<W>()[arc.arc]) == arc.weight);
    sum += arc.weight;
    at = arc.to;
  }
  CHECK(at == target);
  CHECK(sum == length);
  CHECK(path.length == length);
}

template <class W>
void check_all(std::string_view plugin, int min) {
  CAPTURE(plugin);
  const auto arrays = random_arrays<W>(120, 4, min);
  const Library library;
  const SharedGraph graph = library.adopt(arrays.view());
  Solver solver = library.solver(graph, plugin);
  for (const Vertex source : {0U, 77U, 119U}) {
    const std::vector<W> expected = reference_distances(arrays, source);
    const Result result = solver.solve(source, {.predecessors = true});
    CHECK(result.certified());
    CHECK_FALSE(result.has_negative_cycle());
    CHECK(result.negative_cycle().arcs.empty());
    CHECK(std::ranges::equal(result.distances<W>(), expected));
    const Result plain = solver.solve(source, {.certify = false});
    CHECK_FALSE(plain.certified());
    CHECK(plain.predecessors().empty());
    CHECK(std::ranges::equal(plain.distances<W>(), expected));
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      const Path path = result.path(v);
      if (expected[v] != unreached<W>) {
        check_path<W>(graph, path, source, v, static_cast<double>(expected[v]));
      } else {
        CHECK(path.arcs.empty());
        CHECK(path.length == std::numeric_limits<double>::infinity());
      }
    }
  }
}

// A span must not outlive what it looks at, so temporaries give none.
template <class T>
concept GivesDistances = requires {
  std::declval<T>().template distances<int>();
};
template <class T>
concept GivesTargets = requires {
  std::declval<T>().targets();
};
static_assert(GivesDistances<Result&> && GivesDistances<const Result&> && !GivesDistances<Result>);
static_assert(GivesTargets<const SharedGraph&> && !GivesTargets<SharedGraph>);
static_assert(std::is_nothrow_move_constructible_v<Solver> && !std::is_copy_constructible_v<Solver>);
static_assert(std::is_copy_constructible_v<Result> && std::is_copy_constructible_v<SharedGraph>);

TEST_CASE("distances and paths of all types of weights, by several plugins, equal those of the plainest algorithm") {
  for (const char* plugin : {"", "dijkstra", "delta-stepping", "bellman-ford-tarjan"}) {
    check_all<std::int32_t>(plugin, 1);
    check_all<float>(plugin, 0);
    check_all<std::int64_t>(plugin, 1);
    check_all<double>(plugin, 0);
  }
}

TEST_CASE("the plugin is chosen by the sign of the weights") {
  const auto plain = random_arrays<std::int32_t>(2000, 1);
  auto negative = plain;
  negative.weights[3] = -1;
  const Library library;
  CHECK(library.solver(library.adopt(plain.view())).plugin() == "dijkstra");
  CHECK(library.solver(library.adopt(negative.view())).plugin() == "bellman-ford-tarjan");
}

TEST_CASE("a batch has a row for each source, in their order") {
  const auto arrays = random_arrays<std::int32_t>(200, 5);
  const Library library;
  const SharedGraph graph = library.adopt(arrays.view());
  std::vector<Vertex> sources;
  for (Vertex v = 199; v < 200; --v) sources.push_back(v);  // more than one call takes
  for (const char* plugin : {"dijkstra", "bellman-ford-tarjan"}) {
    Solver solver = library.solver(graph, plugin, {}, {.threads = 2, .parallel = 2});
    std::vector<std::uint64_t> told;
    const Result result = solver.solve(sources, {.predecessors = true, .progress = [&](auto done, auto total) {
                                                   CHECK(total == 200);
                                                   told.push_back(done);
                                                 }});
    CHECK(std::ranges::is_sorted(told));
    CHECK(told.back() == 200);
    CHECK(told.size() > 1);
    for (std::size_t row = 0; row < sources.size(); row += 13) {
      const auto expected = reference_distances(arrays, sources[row]);
      CHECK(std::ranges::equal(result.distances<std::int32_t>(row), expected));
      if (expected[3] != unreached<std::int32_t>)
        check_path<std::int32_t>(graph, result.path(3, row), sources[row], 3, expected[3]);
    }
    CHECK_THROWS_AS((void)result.distance(0, 200), UsageError);
    CHECK(result.distances<std::int32_t>(199).data() == result.distances<std::int32_t>().data() + 199 * 200);
    CHECK(result.predecessors(199).data() == result.predecessors().data() + 199 * 200);
  }
}

TEST_CASE("what is not wanted is unreached: a limit, targets, a count") {
  const auto arrays = random_arrays<std::int32_t>(300, 6);
  const auto expected = reference_distances(arrays, 1);
  const Library library;
  for (const char* plugin : {"dijkstra", "delta-stepping", "bellman-ford-tarjan"})
    for (const bool certify : {true, false}) {
      CAPTURE(plugin);
      Solver solver = library.solver(library.adopt(arrays.view()), plugin);
      const auto limited_row = solver.solve(1, {.limit = 60, .certify = certify});
      const auto limited = limited_row.distances<std::int32_t>();
      for (Vertex v = 0; v < 300; ++v) CHECK(limited[v] == (expected[v] <= 60 ? expected[v] : unreached<std::int32_t>));
      const std::vector<Vertex> targets = {7, 250, 3};
      const Result aimed = solver.solve(1, {.targets = targets, .certify = certify});
      for (const Vertex v : targets) CHECK(aimed.distance(v) == expected[v]);
      const Result nearest = solver.solve(1, {.count = 20, .certify = certify});
      auto sorted = expected;
      std::ranges::sort(sorted);
      for (Vertex v = 0; v < 300; ++v)
        CHECK(nearest.distances<std::int32_t>()[v] ==
              (expected[v] <= sorted[19] ? expected[v] : unreached<std::int32_t>));
      const Result all = solver.solve(1);  // the next call asks for all again
      CHECK(std::ranges::equal(all.distances<std::int32_t>(), expected));
    }
}

TEST_CASE("targets alone, where a plugin can and nobody has to prove the row") {
  const Library library;
  const SharedGraph graph = library.generate({{"kind", "grid"}, {"rows", 30}, {"columns", 20}});
  Solver plain = library.solver(graph, "dijkstra"), sweep = library.solver(graph, "separator-sweep");
  const std::vector<Vertex> sources = {0, 320, 599}, targets = {7, 590, 3, 7, 0};
  const Result all = plain.solve(sources);
  for (const bool certify : {false, true}) {
    CAPTURE(certify);
    const Result result = sweep.solve(sources, {.targets = targets, .certify = certify});
    CHECK(result.certified() == certify);
    CHECK(result.vertices() == 600);
    std::size_t reached = 0;
    for (std::size_t row = 0; row < sources.size(); ++row) {
      for (const Vertex v : targets) CHECK(result.distance(v, row) == all.distance(v, row));
      reached += 600 - static_cast<std::size_t>(
                           std::ranges::count(result.distances<std::int32_t>(row), unreached<std::int32_t>));
    }
    CHECK((reached == 3 * 4) == !certify);  // a proof needs what is nearer, too
    const Result near = sweep.solve(sources, {.targets = targets, .limit = 100, .certify = certify});
    for (const Vertex v : targets)
      CHECK(near.distance(v, 1) ==
            (all.distance(v, 1) <= 100 ? all.distance(v, 1) : std::numeric_limits<double>::infinity()));
    CHECK(sweep.solve(0, {.certify = certify}).distance(599) == all.distance(599));  // the next call asks for all again
  }
  std::vector<Vertex> every(600);  // as many as there are vertices, but not in their order
  for (Vertex v = 0; v < 600; ++v) every[v] = 599 - v;
  const Result row = sweep.solve(0, {.targets = every, .certify = false});
  CHECK(std::ranges::equal(row.distances<std::int32_t>(), all.distances<std::int32_t>()));
}

TEST_CASE("a source that is listed again has another row") {
  const auto arrays = random_arrays<std::int32_t>(300, 7);
  const Library library;
  const SharedGraph graph = library.adopt(arrays.view());
  const std::vector<Vertex> sources = {5, 9, 5, 5};
  for (const char* const plugin : {"dijkstra", "bellman-ford"}) {
    Solver solver = library.solver(graph, plugin);
    const Result result = solver.solve(sources, {.targets = {1, 2, 1}, .predecessors = true});
    CHECK(std::ranges::equal(result.sources(), sources));
    for (const std::size_t row : {0U, 2U, 3U})
      CHECK(result.distance(1, row) == static_cast<double>(reference_distances(arrays, 5)[1]));
    CHECK(result.distance(2, 1) == static_cast<double>(reference_distances(arrays, 9)[2]));
    const Result nearest = solver.nearest(sources);
    CHECK(nearest.nearest()[5] == 5);
  }
}

TEST_CASE("the nearest source of each vertex, its distance and the path from it") {
  const auto arrays = random_arrays<float>(300, 7);
  const std::vector<Vertex> sources = {5, 290, 120};
  const Library library;
  const SharedGraph graph = library.adopt(arrays.view());
  Solver solver = library.solver(graph);
  const Result result = solver.nearest(sources, {.predecessors = true});
  CHECK(result.certified());
  CHECK(result.vertices() == 300);
  CHECK(result.nearest().size() == 300);
  CHECK(std::ranges::equal(result.sources(), sources));
  std::vector<std::vector<float>> rows;
  for (const Vertex source : sources) rows.push_back(reference_distances(arrays, source));
  for (Vertex v = 0; v < 300; ++v) {
    float best = unreached<float>;
    for (const auto& row : rows) best = std::min(best, row[v]);
    CHECK(result.distances<float>()[v] == best);
    if (best == unreached<float>) {
      CHECK(result.nearest()[v] == no_vertex);
      CHECK(result.path(v).arcs.empty());
      continue;
    }
    const auto at = std::ranges::find(sources, result.nearest()[v]) - sources.begin();
    CHECK(rows[static_cast<std::size_t>(at)][v] == best);
    check_path<float>(graph, result.path(v), result.nearest()[v], v, best);
  }
  CHECK_THROWS_AS((void)result.distance(0, 1), UsageError);  // there is one row, although there are three sources
  const Result labels_alone = solver.nearest(sources);
  CHECK(labels_alone.predecessors().empty());
  CHECK(solver.nearest(sources, {.count = 3}).distance(5) == 0);
}

TEST_CASE("the k nearest sources come in rows, and figures of rows in place of these") {
  const auto arrays = random_arrays<float>(300, 7);
  const std::vector<Vertex> sources = {5, 290, 120, 5};
  const Library library;
  Solver solver = library.solver(library.adopt(arrays.view()), "delta-stepping");
  const Result all = solver.solve(sources), near = solver.nearest(sources, {.k = 2});
  CHECK(near.rows() == 2);
  const Result figures = solver.solve(sources, {.reduce = true, .within = 50});
  CHECK(figures.rows() == 4);
  CHECK(figures.certified());
  CHECK_THROWS_AS((void)figures.distance(0), UsageError);
  std::vector<RowFigures> expected(4);
  for (Vertex v = 0; v < 300; ++v) {
    std::vector<double> distances;
    for (std::size_t row = 0; row < 4; ++row) {
      const double d = all.distance(v, row);
      if (row != 3) distances.push_back(d);
      if (d == std::numeric_limits<double>::infinity()) continue;
      ++expected[row].reached;
      expected[row].within += d <= 50 ? 1 : 0;
      expected[row].sum += d;
      expected[row].max = std::max(expected[row].max, d);
    }
    std::ranges::sort(distances);
    for (std::size_t row = 0; row < 2; ++row) {
      CHECK(near.distance(v, row) == distances[row]);
      CHECK((near.nearest(row)[v] == no_vertex) == (distances[row] == std::numeric_limits<double>::infinity()));
    }
  }
  for (std::size_t row = 0; row < 4; ++row) {
    CHECK(figures.figures()[row].reached == expected[row].reached);
    CHECK(figures.figures()[row].within == expected[row].within);
    CHECK(figures.figures()[row].max == expected[row].max);
    CHECK(figures.figures()[row].sum == doctest::Approx(expected[row].sum));
  }
  CHECK(all.figures().empty());
  CHECK_THROWS_AS((void)solver.nearest(sources, {.k = 0}), UsageError);
}

/// The smallest mean of all cycles, by Karp's formula on the graph with a source for all.
template <class W>
double min_mean(const Arrays<W>& arrays) {
  const std::size_t n = arrays.offsets.size() - 1;
  constexpr double far = std::numeric_limits<double>::infinity();
  std::vector<std::vector<double>> walks(n + 1, std::vector<double>(n, far));
  walks[0].assign(n, 0);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t u = 0; u < n; ++u)
      for (auto arc = static_cast<std::size_t>(arrays.offsets[u]);
           arc < static_cast<std::size_t>(arrays.offsets[u + 1]); ++arc) {
        double& walk = walks[k + 1][static_cast<std::size_t>(arrays.targets[arc])];
        walk = std::min(walk, walks[k][u] + static_cast<double>(arrays.weights[arc]));
      }
  double best = far;
  for (std::size_t v = 0; v < n; ++v) {
    if (walks[n][v] == far) continue;
    double worst = -far;
    for (std::size_t k = 0; k < n; ++k)
      worst = std::max(worst, (walks[n][v] - walks[k][v]) / static_cast<double>(n - k));
    best = std::min(best, worst);
  }
  return best;
}

TEST_CASE_TEMPLATE("the cycle with the smallest mean weight, and a bound for all others", W, std::int32_t, std::int64_t,
                   float, double) {
  const Library library;
  for (unsigned seed = 0; seed < 8; ++seed) {
    auto arrays = random_arrays<W>(40, 100 + seed, 1);
    for (std::size_t i = 0; i < arrays.weights.size(); i += 3)
      arrays.weights[i] = -static_cast<W>(static_cast<int>(arrays.weights[i]) / 3);
    const SharedGraph graph = library.adopt(arrays.view());
    const MeanCycle found = library.min_mean_cycle(graph);
    REQUIRE_FALSE(found.cycle.arcs.empty());
    const double expected = min_mean(arrays);
    CHECK(found.mean == doctest::Approx(expected));
    CHECK(found.cycle.length == doctest::Approx(found.mean * static_cast<double>(found.cycle.arcs.size())));
    check_path<W>(graph, found.cycle, found.cycle.arcs.front().from, found.cycle.arcs.front().from, found.cycle.length);
    CHECK(found.bound <= found.mean);
    CHECK(found.mean - found.bound <= (std::is_integral_v<W> ? 0 : 1e-9));
  }
  Arrays<W> line;
  line.offsets = {0, 1, 1};
  line.targets = {1};
  line.weights = {-5};
  CHECK(library.min_mean_cycle(library.adopt(line.view())).cycle.arcs.empty());
}

TEST_CASE("a negative cycle comes with its arcs and its weight, proved in any case") {
  Arrays<std::int64_t> arrays;
  arrays.offsets = {0, 1, 2, 3, 4};
  arrays.targets = {1, 2, 1, 0};
  arrays.weights = {7, 3, -5, 1};
  const Library library;
  const SharedGraph graph = library.adopt(arrays.view());
  Solver solver = library.solver(graph);
  for (const bool certify : {true, false}) {
    const Result result = solver.solve(0, {.certify = certify});
    REQUIRE(result.has_negative_cycle());
    CHECK(result.certified());
    const Path cycle = result.negative_cycle();
    REQUIRE_FALSE(cycle.arcs.empty());
    check_path<std::int64_t>(graph, cycle, cycle.arcs.front().from, cycle.arcs.front().from, -2);
    CHECK_THROWS_AS((void)result.distance(0), UsageError);
    CHECK_THROWS_AS((void)result.predecessors(), UsageError);
  }
  const std::vector<Vertex> several = {3, 0};
  CHECK(solver.solve(several).negative_cycle().length == -2);
  CHECK(solver.nearest(several).negative_cycle().length == -2);
}

TEST_CASE("distances to a vertex are those on the reversed graph") {
  const auto arrays = random_arrays<std::int32_t>(100, 8);
  const Library library;
  const SharedGraph graph = library.adopt(arrays.view());
  const Result to = library.solver(graph.reversed()).solve(42);
  for (const Vertex v : {0U, 13U, 99U}) {
    const std::int32_t expected = reference_distances(arrays, v)[42];
    CHECK(to.distances<std::int32_t>()[v] == expected);
  }
}

TEST_CASE("work and times are those of this solve") {
  const auto arrays = random_arrays<std::int32_t>(400, 9);
  const Library library;
  Solver solver = library.solver(library.adopt(arrays.view()), "dijkstra");
  const Result result = solver.solve(0);
  CHECK(result.work().settled > 0);
  CHECK(result.work().relaxed >= result.work().settled);
  CHECK(result.seconds() > 0);
  CHECK(result.certify_seconds() > 0);
  const Result again = solver.solve(0, {.certify = false});
  CHECK(again.work().relaxed == result.work().relaxed);
  CHECK(again.certify_seconds() == 0);
}

TEST_CASE("a caller's floating-point mode changes no answer, and is there again afterwards") {
  const auto arrays = random_arrays<float>(100, 10, -1);
  auto fractions = arrays;
  for (float& weight : fractions.weights) weight = std::abs(weight) / 3;
  const Library library;
  Solver solver = library.solver(library.adopt(fractions.view()));
  const auto expected = reference_distances(fractions, 0);
  std::fesetround(FE_UPWARD);
  const Result result = solver.solve(0);
  const int mode = std::fegetround();
  std::fesetround(FE_TONEAREST);
  CHECK(mode == FE_UPWARD);
  CHECK(result.certified());
  CHECK(std::ranges::equal(result.distances<float>(), expected));
}

TEST_CASE("a path that leaves what was asked for is refused, not followed") {
  Arrays<std::int32_t> arrays;  // 0 -> 1 (10), 1 -> 2 (-8): 2 is within the limit, 1 on the way to it is not
  arrays.offsets = {0, 1, 2, 2};
  arrays.targets = {1, 2};
  arrays.weights = {10, -8};
  const Library library;
  const Result result = library.solver(library.adopt(arrays.view())).solve(0, {.limit = 5, .predecessors = true});
  CHECK(result.distance(2) == 2);
  CHECK(result.distance(1) == std::numeric_limits<double>::infinity());
  CHECK_THROWS_AS((void)result.path(2), UsageError);
}

TEST_CASE("without a plugin the one that chooses says which solves, and why") {
  const auto arrays = random_arrays<std::int32_t>(120, 4, 1);
  const Library library;
  for (const std::int64_t sources : {std::int64_t{0}, std::int64_t{10'000'000}}) {
    Solver solver = library.solver(library.adopt(arrays.view()), "", {{"sources", sources}});
    const Result result = solver.solve(77);
    CHECK(std::ranges::equal(result.distances<std::int32_t>(), reference_distances(arrays, 77)));
    REQUIRE_FALSE(solver.notes().empty());
    CHECK(solver.notes().front().starts_with("auto: " + solver.plugin() + ", "));
    CHECK(host::contains(solver.notes().front(), " for 10000000 sources") == (sources != 0));
    CHECK(solver.notes().front().size() <= 126);  // 120 of them the reason
  }
}

}  // namespace solve_test
}  // namespace wayfront
