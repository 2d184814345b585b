#include "answers/asked_scope.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "base/errors.hpp"

namespace wayfront::host {
namespace {

GraphInfo graph_of(Vertex vertices, WeightKind weights = WeightKind::int32) {
  GraphInfo info;
  info.vertices = vertices;
  info.weights = weights;
  return info;
}

std::string refusal(const Wanted& wanted, const GraphInfo& graph, bool virtual_source = false) {
  try {
    asked_scope(wanted, graph, VertexIds(1), virtual_source);
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::usage);
    return error.what();
  }
  return "";
}

TEST_CASE("ids become vertices, and a virtual source is one of the nearest") {
  const std::vector<VertexId> targets = {3, 1};
  const Asked scope = asked_scope({.targets = targets, .limit = 7}, graph_of(4), VertexIds(1), false);
  CHECK(scope.targets == std::vector<Vertex>{2, 0});
  CHECK(scope.limit == 7);
  CHECK(asked_scope({.count = 3}, graph_of(4), VertexIds(1), false).count == 3);
  CHECK(asked_scope({.count = 3}, graph_of(4), VertexIds(1), true).count == 4);
  CHECK(asked_scope({}, graph_of(4), VertexIds(1), true).whole());
}

TEST_CASE("what a graph cannot answer is refused") {
  const std::vector<VertexId> unknown = {5}, virtual_one = {4};
  CHECK(refusal({.targets = unknown}, graph_of(4)).find("problem.targets: vertex 5 is not in the graph") == 0);
  CHECK(refusal({.targets = unknown, .targets_name = "--to"}, graph_of(4)).find("--to: ") == 0);
  CHECK(refusal({.targets = virtual_one}, graph_of(4)) == "");
  CHECK(refusal({.targets = virtual_one}, graph_of(4), true).find("not in the graph") != std::string::npos);
  CHECK(refusal({.count = 5}, graph_of(4)) == "problem.count is 5, but the graph has 4 vertices");
  CHECK(refusal({.count = 4}, graph_of(4), true) == "problem.count is 4, but the graph has 3 vertices");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(refusal({.limit = infinity}, graph_of(4)) == "");
  CHECK(refusal({.limit = -1}, graph_of(4)).find(">= 0") != std::string::npos);
  CHECK(refusal({.limit = std::numeric_limits<double>::quiet_NaN()}, graph_of(4)).find(">= 0") != std::string::npos);
  CHECK(refusal({.limit = 2147483646}, graph_of(4)) == "");
  CHECK(refusal({.limit = 2147483647}, graph_of(4)).find("int64") != std::string::npos);
  CHECK(refusal({.limit = 1e39}, graph_of(4, WeightKind::float32)).find("float64") != std::string::npos);
  CHECK(refusal({.limit = 1e39}, graph_of(4, WeightKind::float64)) == "");
  CHECK(refusal({.limit = 9007199254740994.0}, graph_of(4, WeightKind::int64)).find("2^53") != std::string::npos);
}

TEST_CASE("with negative arcs a part of the distances takes the full search, which is said") {
  GraphInfo graph = graph_of(4);
  graph.min_weight = -1;
  CHECK(early_stop_note({}, graph) == "");
  CHECK(early_stop_note({.limit = 5}, graph).find("no search can stop early") != std::string::npos);
  CHECK(early_stop_note({.targets = {1}}, graph) != "");
  CHECK(early_stop_note({.count = 2}, graph) != "");
  graph.min_weight = 0;
  CHECK(early_stop_note({.limit = 5}, graph) == "");
}

}  // namespace
}  // namespace wayfront::host
