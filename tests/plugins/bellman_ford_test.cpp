#include "solving.hpp"

namespace wayfront::host {
namespace bellman_ford_test {

using Arcs = std::vector<Arc<std::int32_t>>;

const std::string representations[] = {"representation = \"edge_list\"", "representation = \"matrix\"",
                                       "representation = \"queue\""};

Answer<std::int32_t> solve(const std::string& options, Vertex vertices, const Arcs& arcs, Vertex source) {
  return host::solve<std::int32_t>(WAYFRONT_BELLMAN_FORD, options, vertices, arcs, source);
}

TEST_CASE("one more sweep than the depth, not just one (Alg. 1 as printed sweeps once)") {
  const Arcs against_the_sweep = {{3, 4, 1}, {2, 3, 1}, {1, 2, 1}, {0, 1, 1}};
  Arcs reversed_ids;  // 4 -> 3 -> 2 -> 1 -> 0: sorted by source, each sweep gains one vertex
  for (const auto& arc : against_the_sweep) reversed_ids.push_back({4 - arc.source, 4 - arc.target, arc.weight});
  const auto answer = solve(representations[0], 5, reversed_ids, 4);
  CHECK(answer.distances == std::vector<std::int32_t>{4, 3, 2, 1, 0});
  CHECK(answer.predecessors == std::vector<Vertex>{1, 2, 3, 4, no_vertex});
  CHECK(answer.output.work.rounds == 5);
  CHECK(answer.records.size() == 5);
  CHECK(answer.records[0].improved == 1);
  CHECK(answer.records[4].improved == 0);
}

TEST_CASE("without early exit there are |V| rounds") {
  const Arcs chain = {{0, 1, 2}, {1, 2, -1}, {2, 3, 4}};
  for (const std::string& representation : {representations[0], representations[1]}) {
    CHECK(solve(representation, 4, chain, 0).output.work.rounds == 2);
    const auto all = solve(representation + "\nearly_exit = false", 4, chain, 0);
    CHECK(all.output.work.rounds == 4);
    CHECK(all.output.outcome == Outcome::solved);
    CHECK(all.distances == std::vector<std::int32_t>{0, 2, 1, 5});
  }
}

TEST_CASE("the matrix takes the least of parallel arcs, arcs of weight 0 among them") {
  const Arcs arcs = {{0, 1, 7}, {0, 1, 0}, {0, 1, 9}, {1, 2, 0}, {2, 1, 0}};
  CHECK(solve(representations[1], 3, arcs, 0).distances == std::vector<std::int32_t>{0, 0, 0});
}

TEST_CASE("a matrix that does not fit is refused with both figures") {
  const auto answer = solve(representations[1] + "\nmatrix_limit = 1", 600, {{0, 1, 1}}, 0);
  CHECK(answer.prepared.code == StatusCode::unsupported);
  CHECK(answer.prepared.text() ==
        "bellman-ford: the matrix of 600 vertices takes 1.4 MiB, but matrix_limit is 1 MiB; use representation = "
        "\"edge_list\" or \"queue\", or raise the limit");
  CHECK(solve(representations[1] + "\nmatrix_limit = 1", 512, {{0, 1, 1}}, 0).solved.ok());
}

TEST_CASE("a weight that the matrix cannot tell from no arc is refused") {
  const Arcs arcs = {{0, 1, -5}, {1, 2, std::numeric_limits<std::int32_t>::max()}};
  CHECK(solve(representations[1], 3, arcs, 0).prepared.code == StatusCode::unsupported);
  CHECK(solve(representations[2], 3, arcs, 0).distances[2] == std::numeric_limits<std::int32_t>::max() - 5);
}

TEST_CASE("a matrix of 64 bits tells the largest weight from no arc, where a double cannot") {
  constexpr std::int64_t max = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t weight : {max - 1, max}) {
    const std::vector<Arc<std::int64_t>> arcs = {{0, 1, -5}, {1, 2, weight}};
    const auto answer = host::solve<std::int64_t>(WAYFRONT_BELLMAN_FORD, representations[1], 3, arcs, 0);
    CHECK(answer.prepared.ok() == (weight != max));
    if (weight != max) CHECK(answer.distances[2] == weight - 5);
  }
}

TEST_CASE("work signatures") {
  const Arcs arcs = grid_arcs<std::int32_t>(20, 100);
  const Work list = solve(representations[0], 400, arcs, 0).output.work;
  CHECK(list.rounds == 4);
  CHECK(list.relaxed == list.rounds * 1520);
  CHECK(list.improved == 717);
  const Work matrix = solve(representations[1], 400, arcs, 0).output.work;
  CHECK(matrix.rounds == list.rounds);
  CHECK(matrix.improved == 717);
  CHECK(matrix.relaxed == matrix.settled * 400);
  const Work queue = solve(representations[2], 400, arcs, 0).output.work;
  CHECK(queue.rounds == 39);
  CHECK(queue.relaxed == 2053);
  CHECK(queue.improved == 716);
  CHECK(queue.pushed == queue.settled);
}

// bellman-ford-tarjan

Answer<std::int32_t> solve(const char* plugin, Vertex vertices, const Arcs& arcs, Vertex source) {
  return host::solve<std::int32_t>(plugin, "", vertices, arcs, source);
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
  const auto answer = host::solve<float>(WAYFRONT_BELLMAN_FORD_TARJAN, "", 6, arcs, 0);
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
  CHECK(relaxed({.more = {.limit = 2000}}) < all / 10);
  CHECK(relaxed({.more = {.limit = 0}}) == 4);
  CHECK(relaxed({.more = {.targets = near}}) < all / 10);
  CHECK(relaxed({.more = {.targets = near, .limit = 1}}) <= 8);
  CHECK(relaxed({.more = {.targets = far}}) < all);
  CHECK(relaxed({}) == all);
}

TEST_CASE("with negative weights targets make no difference") {
  const Arcs arcs = {{0, 1, 1}, {0, 2, 100}, {2, 3, -99}, {3, 1, -5}};
  const auto graph = make_graph<std::int32_t>(4, arcs, OffsetKind::offsets32);
  const std::vector<Vertex> targets = {1};
  const auto answer =
      solve_rows<std::int32_t>(WAYFRONT_BELLMAN_FORD_TARJAN, "", *graph, {.more = {.targets = targets}});
  CHECK(answer.distances == std::vector<std::int32_t>{0, -4, 100, 1});
  CHECK(answer.exact_to[0] == unreached<std::int32_t>);
}

TEST_CASE("bellman-ford-tarjan: work signatures") {
  const Arcs arcs = grid_arcs<std::int32_t>(20, 100);
  const auto answer = solve(400, arcs, 0);
  const Work& work = answer.output.work;
  CHECK(work.rounds == 39);
  CHECK(work.relaxed == 1765);
  CHECK(work.improved == 646);
  CHECK(work.pushed == work.settled + work.stale);
  CHECK(answer.records.size() == work.rounds);
}

}  // namespace bellman_ford_test
}  // namespace wayfront::host
