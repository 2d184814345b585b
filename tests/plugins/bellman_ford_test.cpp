#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

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

TEST_CASE("a float distance below the range is an overflow, not a negative cycle and no minus infinity") {
  constexpr float huge = 3e38F;
  const std::vector<Arc<float>> cycle_of_weight_zero = {{0, 1, -huge}, {1, 2, -huge}, {2, 1, huge}};
  const std::vector<Arc<float>> path = {{0, 1, -huge}, {1, 2, -huge}, {2, 3, -huge}, {3, 4, 1}};
  for (const auto& arcs : {cycle_of_weight_zero, path})
    for (const std::string& representation : representations) {
      CAPTURE(representation);
      CAPTURE(arcs.size());
      const auto graph = make_graph<float>(5, arcs, OffsetKind::offsets32);
      const auto answer = solve<float>(WAYFRONT_BELLMAN_FORD, representation, *graph, 0);
      REQUIRE(answer.solved.ok());
      CHECK(answer.output.outcome == Outcome::solved);
      CHECK_MESSAGE(answer.certificate.finding == Finding::overflow, answer.certificate.reason);
    }
}

TEST_CASE("a negative cycle comes out in the direction of its arcs, each vertex once") {
  const Arcs arcs = {{0, 1, 5}, {1, 2, 1}, {2, 3, 1}, {3, 1, -3}, {3, 4, 1}};
  for (const std::string& representation : representations) {
    CAPTURE(representation);
    const auto answer = solve(representation, 5, arcs, 0);
    REQUIRE(answer.solved.ok());
    REQUIRE(answer.output.outcome == Outcome::negative_cycle);
    CHECK_MESSAGE(answer.certificate.finding == Finding::right, answer.certificate.reason);
    auto cycle = answer.cycle();
    REQUIRE(cycle.size() == 3);
    std::ranges::rotate(cycle, std::ranges::find(cycle, 1));
    CHECK(cycle == std::vector<Vertex>{1, 2, 3});
    const auto out_of_reach = solve(representation, 5, arcs, 4);
    CHECK(out_of_reach.output.outcome == Outcome::solved);
    CHECK(out_of_reach.output.cycle.empty());
  }
}

TEST_CASE("a negative self-loop is a cycle of one vertex, even where its sums stop at the lowest value") {
  for (const std::int32_t weight : {-1, std::numeric_limits<std::int32_t>::min()}) {
    const Arcs arcs = {{0, 1, 1}, {1, 1, weight}};
    for (const std::string& representation : representations) {
      CAPTURE(representation);
      CHECK(solve(representation, 2, arcs, 0).cycle() == std::vector<Vertex>{1});
    }
  }
}

TEST_CASE("a negative cycle is found long before |V| rounds") {
  constexpr Vertex side = 100;
  Arcs arcs = grid_arcs<std::int32_t>(side, 1000);
  arcs.push_back({205, 204, -2000});
  for (const std::string& representation : {representations[0], representations[2]}) {
    const auto answer = solve(representation, side * side, arcs, 0);
    REQUIRE(answer.output.outcome == Outcome::negative_cycle);
    CHECK(answer.certificate.finding == Finding::right);
    CHECK(answer.output.work.rounds < 50);
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

TEST_CASE("floats that never come to rest end") {
  // Exactly, the cycle weighs 2^-40; rounding makes it lose something in each turn, or nothing.
  const std::vector<Arc<float>> arcs = {{0, 1, 1e6F}, {1, 2, 0.3F}, {2, 3, 0.6F}, {3, 1, -0.9F}};
  const auto graph = make_graph<float>(4, arcs, OffsetKind::offsets32);
  for (const std::string& representation : representations) {
    const auto answer = solve<float>(WAYFRONT_BELLMAN_FORD, representation, *graph, 0);
    CHECK(answer.solved.ok());
    CHECK(answer.certificate.finding != Finding::wrong);
    CHECK(answer.output.work.rounds <= 5);
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
