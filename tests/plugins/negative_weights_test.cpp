// Every sequential plugin for negative weights against bellman-ford: the same distances bit for bit, negative cycles
// from the same sources, each of them certified.
#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "conformance/graphs.hpp"
#include "solving.hpp"

namespace wayfront::host {
namespace {

struct Contestant {
  const char* file;
  const char* options;
};
constexpr Contestant contestants[] = {
    {WAYFRONT_BELLMAN_FORD_TARJAN, ""},
    {WAYFRONT_BOOST_BELLMAN_FORD, ""},
    {WAYFRONT_JOHNSON, ""},
    {WAYFRONT_JOHNSON, "potentials = 'boost-bellman-ford'\ninner = 'boost-dijkstra'"},
};

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
    const auto answer = solve<W>(contestant.file, contestant.options, graph, source);
    REQUIRE_MESSAGE(answer.solved.ok(), answer.solved.text());
    CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
    CHECK(answer.output.outcome == expected.output.outcome);
    if (!is_cycle) CHECK(answer.distances == expected.distances);
  }
}

TEST_CASE("random graphs with negative arcs, with and without negative cycles, from many sources") {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    CAPTURE(seed);
    const auto integers = conformance::random_negative_graph<std::int32_t>(seed, seed % 3 != 0);
    const auto floats = conformance::random_negative_graph<float>(seed, seed % 3 != 0);
    const auto kind = seed % 2 == 0 ? OffsetKind::offsets32 : OffsetKind::offsets64;
    const auto integer_graph = integers.build(kind);
    const auto float_graph = floats.build(kind);
    for (Vertex source = 0; source < integers.vertices; source += 1 + integers.vertices / 6) {
      CAPTURE(source);
      compare<std::int32_t>(*integer_graph, source, counts);
      compare<float>(*float_graph, source, counts);
    }
  }
  CHECK(counts.solved > 500);
  CHECK(counts.cycles > 100);
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
  for (const auto& arcs : {up, down}) {
    const auto graph = make_graph<std::int32_t>(4, arcs, OffsetKind::offsets32);
    for (const Contestant& contestant : contestants) {
      CAPTURE(contestant.file);
      const auto answer = solve<std::int32_t>(contestant.file, contestant.options, *graph, 0);
      REQUIRE_MESSAGE(answer.solved.ok(), answer.solved.text());
      CHECK_MESSAGE(answer.certificate.finding == Finding::overflow, answer.certificate.reason);
    }
  }
}

}  // namespace
}  // namespace wayfront::host
