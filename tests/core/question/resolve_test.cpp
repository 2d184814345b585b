#include "question/resolve.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace {

GraphInfo graph_of(Vertex vertices, WeightKind weights = WeightKind::int32) {
  GraphInfo info;
  info.vertices = vertices;
  info.weights = weights;
  return info;
}

std::string refusal(const Question& question, const GraphInfo& graph, bool virtual_source = false,
                    Door door = Door::file) {
  return refusal_by(ExitCode::usage, [&] { resolve(question, graph, VertexIds(1), door, virtual_source); });
}

TEST_CASE("ids become vertices, and a virtual source is one of the nearest") {
  const std::vector<VertexId> targets = {3, 1};
  const Asked asked = resolve({.targets = targets, .limit = 7}, graph_of(4), VertexIds(1), Door::file);
  CHECK(asked.targets == std::vector<Vertex>{2, 0});
  CHECK(asked.limit == 7);
  CHECK(resolve({.count = 3}, graph_of(4), VertexIds(1), Door::file).count == 3);
  CHECK(resolve({.count = 3}, graph_of(4), VertexIds(1), Door::file, true).count == 4);
  CHECK(resolve({}, graph_of(4), VertexIds(1), Door::file, true).whole());
}

TEST_CASE("what a graph cannot answer is refused") {
  const std::vector<VertexId> unknown = {5}, virtual_one = {4};
  CHECK(refusal({.targets = unknown}, graph_of(4)).find("problem.targets: vertex 5 is not in the graph") == 0);
  CHECK(refusal({.targets = unknown}, graph_of(4), false, Door::command).find("--to: ") == 0);
  CHECK(refusal({.targets = virtual_one}, graph_of(4)) == "");
  CHECK(contains(refusal({.targets = virtual_one}, graph_of(4), true), "not in the graph"));
  CHECK(refusal({.count = 5}, graph_of(4)) == "problem.count is 5, but the graph has 4 vertices");
  CHECK(refusal({.count = 5}, graph_of(4), false, Door::command) == "--count is 5, but the graph has 4 vertices");
  CHECK(refusal({.count = 4}, graph_of(4), true) == "problem.count is 4, but the graph has 3 vertices");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(refusal({.limit = infinity}, graph_of(4)) == "");
  CHECK(contains(refusal({.limit = -1}, graph_of(4)), ">= 0"));
  CHECK(contains(refusal({.limit = std::numeric_limits<double>::quiet_NaN()}, graph_of(4)), ">= 0"));
  CHECK(refusal({.limit = 2147483646}, graph_of(4)) == "");
  CHECK(contains(refusal({.limit = 2147483647}, graph_of(4)), "int64"));
  CHECK(contains(refusal({.limit = 1e39}, graph_of(4, WeightKind::float32)), "float64"));
  CHECK(refusal({.limit = 1e39}, graph_of(4, WeightKind::float64)) == "");
  CHECK(contains(refusal({.limit = 9007199254740994.0}, graph_of(4, WeightKind::int64)), "2^53"));
}

TEST_CASE("with negative arcs a part of the distances takes the full search, which is said") {
  GraphInfo graph = graph_of(4);
  graph.min_weight = -1;
  CHECK(early_stop_note({}, graph) == "");
  CHECK(contains(early_stop_note({.limit = 5}, graph), "no search can stop early"));
  CHECK(early_stop_note({.targets = {1}}, graph) != "");
  CHECK(early_stop_note({.count = 2}, graph) != "");
  graph.min_weight = 0;
  CHECK(early_stop_note({.limit = 5}, graph) == "");
}

}  // namespace
}  // namespace wayfront::host
