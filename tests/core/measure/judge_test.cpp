#include "measure/judge.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "graph/stored_graph.hpp"

namespace wayfront::host {
namespace {

/// 0 -> 1 -> 2 with weights 2 and 3, and 0 -> 2 with 5.
TEST_CASE("the judge compares what it has proved, row by row, and proves everything else") {
  const auto graph = make_graph<std::int32_t>(
      3, std::vector<Arc<std::int32_t>>{{0, 1, 2}, {1, 2, 3}, {0, 2, 5}, {2, 0, 1}}, OffsetKind::offsets32);
  for (const unsigned threads : {1U, 2U, 16U}) {
    Judge judge(*graph, {}, {}, true, threads, 1 << 20, false);
    const std::vector<Vertex> sources = {0, 1};
    const std::int32_t all = unreached<std::int32_t>;
    std::vector<std::int32_t> distances, exact_to;
    std::vector<Vertex> given;
    Output output;
    output.kind = WeightKind::int32;
    output.vertices = 3;
    output.rows = 2;
    const auto judged = [&](std::vector<std::int32_t> d, std::vector<Vertex> p = {}) {
      distances = std::move(d);
      exact_to = {all, all};
      given = std::move(p);
      output.distances = distances.data();
      output.exact_to = exact_to.data();
      output.predecessors = given.empty() ? nullptr : given.data();
      Sample sample;
      const Ending ending = judge.judge(sources, output, sample);
      CHECK(ending.status == (sample.certificate.finding == Finding::right ? RunStatus::ok : RunStatus::wrong));
      return sample;
    };
    const std::vector<std::int32_t> right = {0, 2, 5, 4, 0, 3};
    const Vertex none = no_vertex;
    const Sample first = judged(right);
    CHECK(first.certificate.finding == Finding::right);
    CHECK(first.compared == 0);
    const std::vector<Vertex> tree(judge.last_right().predecessors.begin(), judge.last_right().predecessors.end());
    CHECK(tree == std::vector<Vertex>{none, 0, 0, 2, none, 1});
    const Sample again = judged(right);
    CHECK(again.compared == 2);
    CHECK(again.certificate.digest == first.certificate.digest);
    CHECK(again.certificate.reached == 6);
    CHECK(again.certificate.reached_edges == first.certificate.reached_edges);
    CHECK(again.certificate.distance_sum == 14);
    CHECK(again.certificate.max_distance == 5);
    CHECK(std::ranges::equal(judge.last_right().predecessors, tree));
    CHECK(judged({0, 2, 5, 4, 0, 4}).certificate.finding == Finding::wrong);  // the last entry
    CHECK(judged({4, 0, 3, 0, 2, 5}).certificate.finding == Finding::wrong);  // of other sources
    CHECK(judged(right, {none, 0, 0, 2, none, 1}).compared == 0);
    CHECK(judged(right, {none, 0, 1, 2, none, 1}).compared == 1);  // another tree of the first row is as right
    CHECK(judged(right, {none, 0, 1, 2, none, 1}).compared == 2);
    CHECK(judged(right, {none, 0, 0, 2, none, 1}).compared == 2);
    CHECK(judged(right, {none, 0, 0, 2, none, 0}).certificate.finding == Finding::wrong);
    CHECK(judged(right).compared == 2);
  }
}

}  // namespace
}  // namespace wayfront::host
