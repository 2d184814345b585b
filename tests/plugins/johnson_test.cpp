#include "solving.hpp"

namespace wayfront::host {
namespace johnson_test {

using Arcs = std::vector<Arc<std::int32_t>>;

Answer<std::int32_t> solve(const char* options, Vertex vertices, const Arcs& arcs, Vertex source) {
  return host::solve<std::int32_t>(WAYFRONT_JOHNSON, options, vertices, arcs, source);
}

const Arcs negative_arcs = {{0, 1, 2}, {0, 2, 3}, {2, 1, -2}, {1, 3, 1}, {3, 4, -6}};

TEST_CASE("inner and potentials are any plugins that can, with their options") {
  for (const char* options : {"", "inner = 'dijkstra'\ninner_options = \"queue = 'dary'\"",
                              "inner = 'boost-dijkstra'\npotentials = 'bellman-ford'",
                              "inner = 'bellman-ford'\ninner_options = \"representation = 'matrix'\"",
                              "inner = 'bellman-ford'\npotentials = 'boost-bellman-ford'"}) {
    CAPTURE(options);
    const auto answer = solve(options, 5, negative_arcs, 0);
    REQUIRE_MESSAGE(answer.solved.ok(), answer.prepared.text());
    CHECK(answer.certificate.finding == Finding::right);
    CHECK(answer.distances == std::vector<std::int32_t>{0, 1, 3, 2, -4});
  }
}

TEST_CASE("plugins that cannot are refused with the reason") {
  const auto refused = [](const char* options) { return solve(options, 5, negative_arcs, 0).prepared; };
  CHECK(refused("inner = 'johnson'").text() ==
        "plugin 'johnson' would call itself (johnson -> johnson); choose another one");
  const Status negative = refused("potentials = 'dijkstra'");
  CHECK(negative.code == StatusCode::unsupported);
  CHECK(negative.text() ==
        "plugin 'dijkstra' does not support negative weights, and the min weight of this graph is "
        "-6");
  CHECK(refused("inner = 'djikstra'").text() == "there is no algorithm plugin 'djikstra'; did you mean 'dijkstra'?");
  const Status matrix =
      refused("inner = 'bellman-ford'\ninner_options = \"representation = 'matrix'\\nmatrix_limit = 0\"");
  CHECK(contains(matrix.text(), "matrix_limit"));
}

TEST_CASE("without negative arcs there are no potentials, and the work is that of the inner plugin") {
  const Arcs arcs = grid_arcs<std::int32_t>(20, 100);
  const auto graph = make_graph<std::int32_t>(400, arcs, OffsetKind::offsets32);
  const auto johnson = solve<std::int32_t>(WAYFRONT_JOHNSON, "potentials = 'no-such-plugin'", *graph, 7);
  const auto dijkstra = solve<std::int32_t>(WAYFRONT_DIJKSTRA, "", *graph, 7);
  CHECK(johnson.distances == dijkstra.distances);
  CHECK(johnson.output.work.relaxed == dijkstra.output.work.relaxed);
}

TEST_CASE("with negative arcs each arc is looked at once, not once and again") {
  Arcs arcs = grid_arcs<std::int32_t>(40, 100);
  for (auto& arc : arcs)
    arc.weight +=
        static_cast<std::int32_t>(arc.target * 7919 % 500) - static_cast<std::int32_t>(arc.source * 7919 % 500);
  const auto answer = solve("inner_options = \"queue = 'dary'\"", 1600, arcs, 0);
  CHECK(answer.certificate.finding == Finding::right);
  CHECK(answer.output.work.relaxed == arcs.size());
}

TEST_CASE("a negative cycle is reported from the sources that reach it, be it the one that was found or another") {
  // Two cycles apart from each other, 0-1 and 2-3; 4 reaches one, 5 the other, 6 none.
  const Arcs arcs = {{0, 1, 1}, {1, 0, -2}, {2, 3, 1}, {3, 2, -2}, {4, 0, 1}, {5, 2, 1}, {6, 7, -3}, {1, 7, 1}};
  for (const Vertex source : {0, 1, 2, 3, 4, 5}) {
    CAPTURE(source);
    const auto answer = solve("", 8, arcs, source);
    CHECK(answer.output.outcome == Outcome::negative_cycle);
    CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
    CHECK(answer.cycle().size() == 2);
  }
  const auto none = solve("", 8, arcs, 6);
  CHECK(none.output.outcome == Outcome::solved);
  CHECK(none.distances[7] == -3);
}

TEST_CASE("potentials that do not fit into int32 are done without") {
  constexpr std::int32_t low = -2'000'000'000;
  const Arcs arcs = {{0, 1, low}, {1, 2, low}, {3, 1, 7}, {1, 4, -1}};  // from 0 nothing fits, from 3 but one
  const auto answer = solve("", 5, arcs, 3);
  REQUIRE(answer.certificate.finding == Finding::right);
  CHECK(answer.distances[2] == low + 7);
  CHECK(solve("", 5, arcs, 0).certificate.finding == Finding::overflow);
}

TEST_CASE("potentials of 64 bits: exact beyond 2^53, and done without where they do not fit") {
  constexpr std::int64_t large = std::int64_t{1} << 60;
  const std::vector<Arc<std::int64_t>> arcs = {
      {0, 1, large + 1}, {1, 2, -large}, {0, 2, 2}, {2, 3, -large - 5}, {3, 4, large + 6}};
  const auto answer = host::solve<std::int64_t>(WAYFRONT_JOHNSON, "", 5, arcs, 0);
  REQUIRE_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
  CHECK(answer.distances == std::vector<std::int64_t>{0, large + 1, 1, -large - 4, 2});

  constexpr std::int64_t low = std::numeric_limits<std::int64_t>::min() / 4 * 3;
  const std::vector<Arc<std::int64_t>> far = {{0, 1, low}, {1, 2, low}, {3, 1, 7}, {1, 4, -1}};
  const auto beyond = make_graph<std::int64_t>(5, far, OffsetKind::offsets32);
  const auto fits = solve<std::int64_t>(WAYFRONT_JOHNSON, "", *beyond, 3);
  REQUIRE_MESSAGE(fits.certificate.finding == Finding::right, fits.certificate.reason);
  CHECK(fits.distances[2] == low + 7);
  CHECK(solve<std::int64_t>(WAYFRONT_JOHNSON, "", *beyond, 0).certificate.finding == Finding::overflow);
}

TEST_CASE("a path whose arcs do not fit when they are reweighted, though the path itself does") {
  constexpr std::int32_t max = std::numeric_limits<std::int32_t>::max();
  const Arcs arcs = {{0, 1, 10}, {2, 1, -max + 5}, {0, 3, 4}, {3, 4, 4}};
  const auto answer = solve("", 5, arcs, 0);
  REQUIRE_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
  CHECK(answer.distances == std::vector<std::int32_t>{0, 10, unreached<std::int32_t>, 4, 8});
  CHECK(solve("", 5, arcs, 2).distances[1] == -max + 5);
  CHECK(solve("", 5, arcs, 3).distances[4] == 4);
}

TEST_CASE("floats that come to rest where no path leads are left to Bellman-Ford") {
  // 0.2 - 1 + 1 is less than 0.2 in float32: the cycle lowers 1 and 2 once, and then they hang on each other.
  const std::vector<Arc<float>> arcs = {{0, 1, 0.2F}, {1, 2, -1}, {2, 1, 1}};
  const auto graph = make_graph<float>(3, arcs, OffsetKind::offsets32);
  const auto johnson = solve<float>(WAYFRONT_JOHNSON, "", *graph, 0);
  const auto direct = solve<float>(WAYFRONT_BELLMAN_FORD_TARJAN, "", *graph, 0);
  CHECK(johnson.output.outcome == direct.output.outcome);
  CHECK(johnson.output.outcome == Outcome::negative_cycle);
}

TEST_CASE("floats whose repair does not come to rest are left to Bellman-Ford") {
  // Exactly, the cycle weighs 2^-40; rounding makes it lose something in each turn, or nothing.
  const std::vector<Arc<float>> arcs = {{0, 1, 1e6F}, {1, 2, 0.3F}, {2, 3, 0.6F}, {3, 1, -0.9F}};
  const auto graph = make_graph<float>(4, arcs, OffsetKind::offsets32);
  for (const Vertex source : {0, 1, 2, 3}) {
    const auto johnson = solve<float>(WAYFRONT_JOHNSON, "", *graph, source);
    const auto direct = solve<float>(WAYFRONT_BELLMAN_FORD_TARJAN, "", *graph, source);
    CHECK(johnson.solved.ok());
    CHECK(johnson.certificate.finding == direct.certificate.finding);
    CHECK(johnson.output.outcome == direct.output.outcome);
  }
}

}  // namespace johnson_test
}  // namespace wayfront::host
