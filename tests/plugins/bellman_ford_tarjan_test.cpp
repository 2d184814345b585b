#include "solving.hpp"

namespace wayfront::host {
namespace {

using Arcs = std::vector<Arc<std::int32_t>>;

Answer<std::int32_t> solve(const char* plugin, Vertex vertices, const Arcs& arcs, Vertex source) {
  const auto graph = make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
  return solve<std::int32_t>(plugin, "", *graph, source);
}

Answer<std::int32_t> solve(Vertex vertices, const Arcs& arcs, Vertex source) {
  return solve(WAYFRONT_BELLMAN_FORD_TARJAN, vertices, arcs, source);
}

TEST_CASE("the relaxation that closes a cycle finds it") {
  constexpr Vertex length = 1000;  // a chain, and from its end an arc back that makes the cycle negative
  Arcs arcs;
  for (Vertex v = 0; v + 1 < length; ++v) arcs.push_back({v, v + 1, 1});
  arcs.push_back({length - 1, 0, -static_cast<std::int32_t>(length)});
  const auto answer = solve(length, arcs, 0);
  CHECK(answer.cycle().size() == length);
  CHECK(answer.certificate.finding == Finding::right);
  CHECK(answer.output.work.relaxed == length);
}

TEST_CASE("floats: what was taken out of the tree comes back at the same distance, and is scanned") {
  // 1 falls from 2^24 by an amount that rounding swallows at 2. Vertex 2 waits in the queue when it is taken out with
  // 1; without coming back it would never be scanned, and 3 never be reached.
  constexpr float large = 16777216.0F;
  const std::vector<Arc<float>> arcs = {{0, 4, 1}, {0, 1, 1}, {1, 2, large}, {2, 3, 1}, {4, 5, 1}, {5, 1, -1.5F}};
  const auto graph = make_graph<float>(6, arcs, OffsetKind::offsets32);
  const auto answer = solve<float>(WAYFRONT_BELLMAN_FORD_TARJAN, "", *graph, 0);
  CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
  CHECK(answer.distances == std::vector<float>{0, 0.5F, large, large, 1, 2});
  CHECK(answer.output.work.stale == 1);
}

TEST_CASE("where a plain queue does quadratic work, disassembly keeps it linear") {
  // From 0 to every vertex v an arc of weight 3 v, listed from the far end, and a path of weights 1: each round of a
  // plain queue improves all that lie behind the vertices that are right already.
  constexpr Vertex length = 2000;
  Arcs arcs;
  for (Vertex v = length - 1; v > 0; --v) {
    arcs.push_back({0, v, static_cast<std::int32_t>(3 * v)});
    if (v + 1 < length) arcs.push_back({v, v + 1, 1});
  }
  const auto plain = solve(WAYFRONT_BELLMAN_FORD, length, arcs, 0);
  const auto tarjan = solve(length, arcs, 0);
  CHECK(tarjan.distances == plain.distances);
  CHECK(tarjan.certificate.finding == Finding::right);
  CHECK(plain.output.work.relaxed > std::uint64_t{length} * length / 4);
  CHECK(tarjan.output.work.relaxed < 4 * std::uint64_t{length});
}

TEST_CASE_TEMPLATE("limits and targets spare work, and what they ask for is exact", W, std::int32_t, double) {
  constexpr Vertex side = 100;
  const auto graph = make_graph<W>(side * side, grid_arcs<W>(side, 1000), OffsetKind::offsets32);
  const auto whole = solve<W>(WAYFRONT_BELLMAN_FORD_TARJAN, "", *graph, 5050);
  const std::vector<Vertex> near = {5053, 5150}, far = {5053, 0};
  const auto relaxed = [&](Problem problem) {
    problem.source = 5050;
    const auto answer = solve_rows<W>(WAYFRONT_BELLMAN_FORD_TARJAN, "", *graph, problem);
    check_exact(answer, problem, whole.distances);
    return answer.work.relaxed;
  };
  const std::uint64_t all = whole.output.work.relaxed;
  CHECK(relaxed({.limit = 2000}) < all / 10);
  CHECK(relaxed({.limit = 0}) == 4);
  CHECK(relaxed({.targets = near}) < all / 10);
  CHECK(relaxed({.targets = near, .limit = 1}) <= 8);
  CHECK(relaxed({.targets = far}) < all);
  CHECK(relaxed({}) == all);
}

TEST_CASE("with negative weights targets make no difference") {
  const Arcs arcs = {{0, 1, 1}, {0, 2, 100}, {2, 3, -99}, {3, 1, -5}};
  const auto graph = make_graph<std::int32_t>(4, arcs, OffsetKind::offsets32);
  const std::vector<Vertex> targets = {1};
  const auto answer = solve_rows<std::int32_t>(WAYFRONT_BELLMAN_FORD_TARJAN, "", *graph, {.targets = targets});
  CHECK(answer.distances == std::vector<std::int32_t>{0, -4, 100, 1});
  CHECK(answer.exact_to[0] == unreached<std::int32_t>);
}

TEST_CASE("work signatures") {
  const Arcs arcs = grid_arcs<std::int32_t>(20, 100);
  const auto answer = solve(400, arcs, 0);
  const Work& work = answer.output.work;
  CHECK(work.rounds == 39);
  CHECK(work.relaxed == 1765);
  CHECK(work.improved == 646);
  CHECK(work.pushed == work.settled + work.stale);
  CHECK(answer.records.size() == work.rounds);
}

}  // namespace
}  // namespace wayfront::host
