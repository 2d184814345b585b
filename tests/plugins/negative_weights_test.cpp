// Every plugin for negative weights against bellman-ford: the same distances bit for bit, negative cycles
// from the same sources, each of them certified.
#include "conformance/graphs.hpp"
#include "solving.hpp"

namespace wayfront::host {
namespace negative_weights_test {

struct Contestant {
  const char* file;
  const char* options;
  Vertex max_vertices = no_vertex;  // larger graphs would take it too long
  bool is_finder = true;            // looks for negative cycles itself
};
constexpr Contestant contestants[] = {
    {WAYFRONT_BELLMAN_FORD, "representation = 'edge_list'"},
    {WAYFRONT_BELLMAN_FORD, "representation = 'matrix'", 1000},
    {WAYFRONT_BELLMAN_FORD, "representation = 'queue'"},
    {WAYFRONT_BELLMAN_FORD_TARJAN, ""},
    {WAYFRONT_CPU_BELLMAN_FORD, "threads = 3\nvariant = 'naive'"},
    {WAYFRONT_CPU_BELLMAN_FORD, "threads = 3\nvariant = 'naive'\nearly_exit = false", 1000},
    {WAYFRONT_CPU_BELLMAN_FORD, "threads = 3\nvariant = 'mask'"},
    {WAYFRONT_CPU_BELLMAN_FORD, "threads = 4\nvariant = 'frontier'"},
    {WAYFRONT_CPU_BELLMAN_FORD, "threads = 2\nvariant = 'frontier'\nalone = 0\ndensity = 1"},
    {WAYFRONT_CPU_BELLMAN_FORD, "threads = 2\nvariant = 'frontier'\nalone = 0\ndensity = 0"},
    {WAYFRONT_CPU_BELLMAN_FORD, "threads = 2\nvariant = 'frontier'\nalone = 0\ndensity = 0.1"},
    {WAYFRONT_BOOST_BELLMAN_FORD, "", no_vertex, false},
    {WAYFRONT_JOHNSON, "", no_vertex, false},
    {WAYFRONT_JOHNSON, "potentials = 'boost-bellman-ford'\ninner = 'boost-dijkstra'", no_vertex, false},
#ifdef WAYFRONT_LEMON_BELLMAN_FORD
    {WAYFRONT_LEMON_BELLMAN_FORD, "", no_vertex, false},
#endif
#ifdef WAYFRONT_IGRAPH
    {WAYFRONT_IGRAPH, "", no_vertex, false},
#endif
};

/// Calls check(answer) for the answer of each finder.
template <WeightType W, class F>
void for_each_answer(Vertex vertices, const std::vector<Arc<W>>& arcs, Vertex source, F&& check) {
  const auto graph = make_graph<W>(vertices, arcs, OffsetKind::offsets32);
  for (const Contestant& finder : contestants) {
    CAPTURE(finder.file);
    CAPTURE(finder.options);
    if (!finder.is_finder || vertices > finder.max_vertices) continue;
    const auto answer = solve<W>(finder.file, finder.options, *graph, source);
    REQUIRE(answer.solved.ok());
    check(answer);
  }
}

TEST_CASE("a negative cycle comes out in the direction of its arcs, each vertex once, where it is reached") {
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 5}, {1, 2, 1}, {2, 3, 1}, {3, 1, -3}, {3, 4, 1}};
  for_each_answer(5, arcs, 0, [](const auto& answer) {
    REQUIRE(answer.output.outcome == Outcome::negative_cycle);
    CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
    auto cycle = answer.cycle();
    REQUIRE(cycle.size() == 3);
    std::ranges::rotate(cycle, std::ranges::find(cycle, 1));
    CHECK(cycle == std::vector<Vertex>{1, 2, 3});
  });
  for_each_answer(5, arcs, 4, [](const auto& answer) {
    CHECK(answer.output.outcome == Outcome::solved);
    CHECK(answer.output.cycle.empty());
  });
}

TEST_CASE("a negative self-loop is a cycle of one vertex, even where its sums stop at the lowest value") {
  for (const std::int32_t weight : {-1, std::numeric_limits<std::int32_t>::min()})
    for_each_answer<std::int32_t>(2, {{0, 1, 1}, {1, 1, weight}}, 0,
                                  [](const auto& answer) { CHECK(answer.cycle() == std::vector<Vertex>{1}); });
  for_each_answer<std::int32_t>(1, {{0, 0, -1}}, 0,
                                [](const auto& answer) { CHECK(answer.cycle() == std::vector<Vertex>{0}); });
}

TEST_CASE("a negative cycle is found long before |V| rounds") {
  constexpr Vertex side = 100;
  std::vector<Arc<std::int32_t>> arcs = grid_arcs<std::int32_t>(side, 1000);
  arcs.push_back({205, 204, -2000});
  for_each_answer(side * side, arcs, 0, [](const auto& answer) {
    REQUIRE(answer.output.outcome == Outcome::negative_cycle);
    CHECK(answer.certificate.finding == Finding::right);
    CHECK(answer.output.work.rounds < 50);
  });
}

TEST_CASE("a float distance below the range is an overflow, not a negative cycle and no minus infinity") {
  constexpr float huge = 3e38F;
  const std::vector<Arc<float>> cycle_of_weight_zero = {{0, 1, -huge}, {1, 2, -huge}, {2, 1, huge}};
  const std::vector<Arc<float>> path = {{0, 1, -huge}, {1, 2, -huge}, {2, 3, -huge}, {3, 4, 1}};
  for (const auto& arcs : {cycle_of_weight_zero, path})
    for_each_answer(5, arcs, 0, [](const auto& answer) {
      CHECK(answer.output.outcome == Outcome::solved);
      CHECK_MESSAGE(answer.certificate.finding == Finding::overflow, answer.certificate.reason);
    });
}

TEST_CASE("floats that never come to rest end") {
  // Exactly, the cycle weighs 2^-40; rounding makes it lose something in each turn, or nothing.
  const std::vector<Arc<float>> arcs = {{0, 1, 1e6F}, {1, 2, 0.3F}, {2, 3, 0.6F}, {3, 1, -0.9F}};
  for_each_answer(4, arcs, 0, [](const auto& answer) {
    CHECK(answer.certificate.finding != Finding::wrong);
    CHECK(answer.output.work.rounds <= 5);
  });
}

/// How many answers were compared, by verdict.
struct Counts {
  int solved = 0;
  int cycles = 0;
};

template <WeightType W>
void compare(const Graph& graph, Vertex source, Counts& counts) {
  const auto expected = solve<W>(WAYFRONT_BELLMAN_FORD, "", graph, source);
  REQUIRE_MESSAGE(expected.certificate.finding == Finding::right, expected.certificate.reason);
  const bool is_cycle = expected.output.outcome == Outcome::negative_cycle;
  ++(is_cycle ? counts.cycles : counts.solved);
  for (const Contestant& contestant : contestants) {
    CAPTURE(contestant.file);
    CAPTURE(contestant.options);
    if (!load_plugin(contestant.file).takes(weight_kind<W>) || graph.info().vertices > contestant.max_vertices)
      continue;
    const auto answer = solve<W>(contestant.file, contestant.options, graph, source);
    REQUIRE_MESSAGE(answer.solved.ok(), answer.solved.text());
    CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
    CHECK(answer.output.outcome == expected.output.outcome);
    if (!is_cycle) CHECK(answer.distances == expected.distances);
  }
}

TEST_CASE_TEMPLATE("random graphs with negative arcs, with and without negative cycles, from many sources", W,
                   std::int32_t, float, std::int64_t, double) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const auto test = conformance::random_negative_graph<W>(seed, seed % 3 != 0);
    const auto graph = test.build(seed % 2 == 0 ? OffsetKind::offsets32 : OffsetKind::offsets64);
    for (Vertex source = 0; source < test.vertices; source += 1 + test.vertices / 6) {
      CAPTURE(source);
      compare<W>(*graph, source, counts);
    }
  }
  CHECK(counts.solved > 80);
  CHECK(counts.cycles > 10);
}

/// A grid with weights 0 .. 99, made negative by random potentials of 0 .. 999; those of floats are no whole numbers,
/// so that all sums round.
template <WeightType W>
std::vector<Arc<W>> grid_with_potentials(Vertex side) {
  std::mt19937 random(5);
  std::vector<W> potentials(side * side);
  for (W& potential : potentials) potential = static_cast<W>(random() % 1000);
  std::vector<Arc<W>> arcs = grid_arcs<W>(side, 100);
  for (Arc<W>& arc : arcs) {
    if constexpr (std::is_floating_point_v<W>) arc.weight /= 7;
    arc.weight += potentials[arc.target] - potentials[arc.source];
    if constexpr (std::is_floating_point_v<W>) arc.weight += 0.001F;  // so that no cycle is within rounding of zero
  }
  return arcs;
}

TEST_CASE("a grid with random potentials, from many sources") {
  constexpr Vertex side = 60;
  Counts counts;
  const auto integers =
      make_graph<std::int32_t>(side * side, grid_with_potentials<std::int32_t>(side), OffsetKind::offsets32);
  const auto floats = make_graph<float>(side * side, grid_with_potentials<float>(side), OffsetKind::offsets32);
  for (Vertex source = 0; source < side * side; source += 301) {
    compare<std::int32_t>(*integers, source, counts);
    compare<float>(*floats, source, counts);
  }
  CHECK(counts.cycles == 0);
}

TEST_CASE_TEMPLATE("a graph that is large enough for all threads", W, std::int32_t, std::int64_t, double) {
  constexpr Vertex side = 200;  // more vertices than are initialised by one thread
  Counts counts;
  compare<W>(*make_graph<W>(side * side, grid_with_potentials<W>(side), OffsetKind::offsets32), 77, counts);
}

TEST_CASE("a path against the order of its vertices, all arcs negative") {
  constexpr Vertex length = 1500;
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex v = length - 1; v > 0; --v) {
    arcs.push_back({v, v - 1, -2});
    arcs.push_back({length - 1, v - 1, -1});
  }
  Counts counts;
  const auto graph = make_graph<std::int32_t>(length, arcs, OffsetKind::offsets32);
  for (const Vertex source : {length - 1, length / 2, Vertex{0}}) compare<std::int32_t>(*graph, source, counts);
  CHECK(counts.solved == 3);
}

TEST_CASE("cycles of several lengths in several parts, from sources that reach none, one or some") {
  // Rings of 3, 40 and 500 vertices, each with an arc into the next; the middle one is not negative.
  std::vector<Arc<std::int32_t>> arcs;
  const auto ring = [&](Vertex first, Vertex length, std::int32_t closing) {
    for (Vertex i = 0; i + 1 < length; ++i) arcs.push_back({first + i, first + i + 1, 1});
    arcs.push_back({first + length - 1, first, closing});
  };
  ring(0, 3, -3);
  ring(3, 40, -39);
  ring(43, 500, -500);
  arcs.push_back({10, 0, -7});   // the second into the first
  arcs.push_back({43, 20, -7});  // the third into the second
  arcs.push_back({543, 30, 2});  // from outside into the second
  arcs.push_back({1, 544, 2});   // from the first to an end
  Counts counts;
  const auto graph = make_graph<std::int32_t>(546, arcs, OffsetKind::offsets32);
  for (const Vertex source : {0, 4, 100, 543, 544, 545})
    compare<std::int32_t>(*graph, static_cast<Vertex>(source), counts);
  CHECK(counts.cycles == 4);
  CHECK(counts.solved == 2);
}

TEST_CASE("what does not fit is an overflow, never a wrong number") {
  constexpr std::int32_t max = std::numeric_limits<std::int32_t>::max();
  const std::vector<Arc<std::int32_t>> up = {{0, 1, max - 5}, {1, 2, 9}, {3, 0, -1}};
  const std::vector<Arc<std::int32_t>> down = {{0, 1, -max}, {1, 2, -9}, {2, 3, 5}};
  const std::vector<Arc<std::int32_t>> back = {{0, 1, max - 5}, {1, 2, 9}, {2, 3, -50}};  // the last distance fits
  for (const auto& arcs : {up, down, back}) {
    const auto graph = make_graph<std::int32_t>(4, arcs, OffsetKind::offsets32);
    for (const Contestant& contestant : contestants) {
      CAPTURE(contestant.file);
      const auto answer = solve<std::int32_t>(contestant.file, contestant.options, *graph, 0);
      if (answer.solved.code == StatusCode::failed) {  // igraph says so itself
        CHECK(contains(answer.solved.text(), "does not fit int32"));
        continue;
      }
      REQUIRE_MESSAGE(answer.solved.ok(), answer.solved.text());
      CHECK_MESSAGE(answer.certificate.finding == Finding::overflow, answer.certificate.reason);
    }
  }
}

}  // namespace negative_weights_test
}  // namespace wayfront::host
