#include "compare/graph_table.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "../sample_results.hpp"

namespace wayfront::host {
namespace {

Results measured(const char* name, double factor) {
  Results it = made_results();
  it.graph["name"] = name;
  it.graph["digest"] = name;
  it.runs[1].control = false;
  for (Sample& sample : it.runs[1].samples) sample.solve *= factor;
  return it;
}

TEST_CASE("graphs are rows, runs are columns, and the best time of each graph is marked") {
  const std::vector<Results> all = {measured("a", 1), measured("b", 5)};
  const GraphTable table = graph_table(all);
  CHECK(table.runs == std::vector<std::string>{"slow", "fast, \"quoted\"", "skipped"});
  CHECK(table.baseline == "slow");
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[1].name == "b");
  const auto& first = table.rows[0].cells;
  const auto& second = table.rows[1].cells;
  CHECK(first[0]->baseline);
  CHECK_FALSE(first[0]->best);
  CHECK(first[1]->best);
  CHECK(first[1]->speedup == doctest::Approx(2.5));
  CHECK(second[0]->best);
  CHECK_FALSE(second[1]->best);
  CHECK(first[2]->status == RunStatus::skipped);
  CHECK(std::isnan(first[2]->median));
  REQUIRE(table.means.size() == 3);
  CHECK(table.means[1] == doctest::Approx(2.5 / std::sqrt(5.0)));
  CHECK(std::isnan(table.means[2]));
}

TEST_CASE("a run that failed is never the best, controls are no columns, and one graph has no means") {
  Results it = measured("a", 1);
  it.runs[1].status = RunStatus::wrong;
  CHECK(graph_table({&it, 1}).rows[0].cells[0]->best);
  it.runs[1].control = true;
  const GraphTable table = graph_table({&it, 1});
  CHECK(table.runs.size() == 2);
  CHECK(table.means.empty());
}

TEST_CASE("a run that one result lacks leaves its cell empty, and different baselines have no common name") {
  std::vector<Results> all = {measured("a", 1), measured("b", 1)};
  all[1].runs.erase(all[1].runs.begin());
  all[1].runs[0].baseline = true;
  const GraphTable table = graph_table(all);
  CHECK_FALSE(table.rows[1].cells[0].has_value());
  CHECK(table.baseline.empty());
  CHECK(table.means.empty());
}

TEST_CASE("a row is called by its case, and by its graph, too, if another graph has such a case") {
  std::vector<Results> all = {measured("a", 1), measured("b", 1)};
  for (Results& it : all) it.pipeline["case"] = "near";
  CHECK(graph_table(all).rows[0].name == "a (near)");
  all[1].pipeline["case"] = "far";
  CHECK(graph_table(all).rows[0].name == "near");
}

}  // namespace
}  // namespace wayfront::host
