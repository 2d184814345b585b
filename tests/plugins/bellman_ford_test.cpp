#include "solving.hpp"

namespace wayfront::host {
namespace {

using Arcs = std::vector<Arc<std::int32_t>>;

const std::string representations[] = {"representation = \"edge_list\"", "representation = \"matrix\"",
                                       "representation = \"queue\""};

Answer<std::int32_t> solve(const std::string& options, Vertex vertices, const Arcs& arcs, Vertex source) {
  const auto graph = make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
  return solve<std::int32_t>(WAYFRONT_BELLMAN_FORD, options, *graph, source);
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
    const auto graph = make_graph<std::int64_t>(3, arcs, OffsetKind::offsets32);
    const auto answer = host::solve<std::int64_t>(WAYFRONT_BELLMAN_FORD, representations[1], *graph, 0);
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

}  // namespace
}  // namespace wayfront::host
