#include "../../test.hpp"
#include "../sample_results.hpp"
#include "compare/graph_table.hpp"
#include "compare/summary.hpp"
#include "record/result_json.hpp"
#include "report/overview.hpp"
#include "report/report.hpp"

namespace wayfront::host {
namespace graphs_test {

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

/// made_results() on a graph of 10,000 vertices, of which source 1 reaches `first` and source 2 `second`.
Results reaching(Vertex first, Vertex second) {
  Results it = made_results();
  it.vertices = 10'000;
  it.graph["vertices"] = it.vertices;
  for (RunResult& run : it.runs)
    for (Sample& sample : run.samples) sample.certificate.reached = sample.source == VertexId(1) ? first : second;
  return it;
}

Results on_graph(Results it, const std::string& name) {
  it.graph["digest"] = it.graph["name"] = name;
  return it;
}

std::string one(ReportFormat format, const Results& results) { return make_report(format, {&results, 1}); }

/// The cell of a run's row under a heading of the table.
std::string cell(const Results& results, std::size_t run, std::string_view heading) {
  const std::vector<Row> rows = run_rows(results);
  const auto column = std::ranges::find(rows[0], heading) - rows[0].begin();
  return rows[run + 1].at(static_cast<std::size_t>(column));
}

TEST_CASE("what sources reach: of solved and certified samples alone") {
  Results it = reaching(24, 9000);
  const Reach reach = reach_of(it);
  CHECK(reach.sources == 2);
  CHECK(reach.little == 1);
  CHECK(reach.min == doctest::Approx(0.0024));
  CHECK(reach.median == doctest::Approx(0.4512));
  CHECK(reach.is_little());  // of two times, the median is half that of the small one
  it.runs[0].samples[0].certificate.finding = it.runs[1].samples[1].certificate.finding = Finding::undecided;
  CHECK(reach_of(it).sources == 1);
  it.runs[0].samples[1].outcome = it.runs[1].samples[0].outcome = Outcome::negative_cycle;
  CHECK(reach_of(it).sources == 0);
  CHECK_FALSE(reach_of(it).is_little());
  CHECK(reach_note(it) == "");
}

TEST_CASE("MTEPS: of the solves from sources that reach 1 % or more; TEPS stays") {
  Results it = reaching(99, 99);
  CHECK(std::isnan(summarise(it, it.runs[0], nullptr).mteps));
  CHECK(summarise(it, it.runs[0], nullptr).teps == summarise(made_results(), made_results().runs[0], nullptr).teps);
  it = reaching(99, 100);
  CHECK(summarise(it, it.runs[0], nullptr).mteps == doctest::Approx(2000 / 0.006 / 1e6));
  it = reaching(100, 100);
  CHECK(summarise(it, it.runs[0], nullptr).mteps == doctest::Approx(2000 / 0.004 / 1e6));
}

TEST_CASE("the table has the share beside MTEPS, and the first lines name the case") {
  const Results little = reaching(24, 14);
  CHECK(cell(little, 0, "MTEPS") == "-");
  CHECK(cell(little, 0, "reached") == "0.19 %");
  CHECK(cell(little, 2, "reached") == "-");  // it was skipped
  CHECK(contains(one(ReportFormat::table, little), "0.14 % .. 0.24 %"));
  CHECK(contains(reach_note(little), "undirected"));
  Results undirected = little;
  undirected.directed = false;
  CHECK_FALSE(contains(reach_note(undirected), "undirected"));

  const Results some = reaching(24, 9000);
  CHECK(cell(some, 0, "reached") == "45.1 %, min 0.24 %");
  CHECK(contains(reach_note(some), "1 of 2 sources"));

  const Results all = reaching(9000, 10'000);
  CHECK(cell(all, 0, "reached") == "95 %");
  CHECK(cell(all, 0, "MTEPS") != "-");
  CHECK(one(ReportFormat::table, all).starts_with("x.gr: 10000 vertices"));
}

TEST_CASE("a report read back follows the same rule") {
  const Results little = reaching(24, 14);
  auto json = nlohmann::json::parse(one(ReportFormat::json, little));
  json["runs"][0]["summary"] = {{"mteps", 9181}};  // as older versions had it
  CHECK(one(ReportFormat::table, results_from_json({json, "r"})) == one(ReportFormat::table, little));
}

TEST_CASE("means over graphs leave out and name what was not searched") {
  const std::vector<Results> all = {on_graph(reaching(9000, 9000), "a"), on_graph(reaching(24, 14), "b"),
                                    on_graph(reaching(9000, 9000), "c")};
  const std::vector<Row> rows = overall_rows(all);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][1] == "2");
  for (const ReportFormat format : {ReportFormat::table, ReportFormat::markdown}) {
    const std::string text = make_report(format, all);
    CHECK(contains(text, "ver all graphs: geometric mean"));
    CHECK(contains(text, "without b, whose sources reach under 1 %"));
  }
  CHECK(nlohmann::json::parse(json_report(all))["overall_left_out"] == nlohmann::json({"b"}));
  CHECK(contains(html_report(all), "data-plot=\"sizes\""));
  CHECK_FALSE(contains(html_report(std::span(all).first(2)), "data-plot=\"sizes\""));  // one graph is left
  CHECK_FALSE(contains(table_report(std::vector{all[0], all[2]}), "without"));
  CHECK(overall_rows(std::span(all).first(2)).empty());  // one graph is left
}

}  // namespace graphs_test
}  // namespace wayfront::host
