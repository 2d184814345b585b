#include "compare/reach.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "../sample_results.hpp"
#include "compare/across_graphs.hpp"
#include "compare/summary.hpp"
#include "report/overview.hpp"
#include "report/report.hpp"
#include "record/result_json.hpp"

namespace wayfront::host {
namespace {

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

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

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
  for (const ReportFormat format : {ReportFormat::table, ReportFormat::markdown}) {
    const std::string text = one(format, little), first = text.substr(0, text.find('\n'));
    for (const char* const part : {"x.gr", "2 of 2 sources", "under 1 %", "0.14 % .. 0.24 %", "reaches = 0.5"})
      CHECK_MESSAGE(has(first, part), first);
    CHECK(has(first, "undirected"));
  }
  Results undirected = little;
  undirected.directed = false;
  CHECK_FALSE(has(reach_note(undirected), "undirected"));

  const Results some = reaching(24, 9000);
  CHECK(cell(some, 0, "reached") == "45.1 %, min 0.24 %");
  CHECK(has(reach_note(some), "1 of 2 sources"));

  const Results all = reaching(9000, 10'000);
  CHECK(cell(all, 0, "reached") == "95 %");
  CHECK(cell(all, 0, "MTEPS") != "-");
  CHECK(one(ReportFormat::table, all).starts_with("x.gr: 10000 vertices"));
}

TEST_CASE("CSV and JSON have the share; a report read back follows the same rule") {
  const Results little = reaching(24, 14);
  std::istringstream lines(one(ReportFormat::csv, little));
  std::string heading, row;
  std::getline(lines, heading);
  std::getline(lines, row);
  CHECK(heading.ends_with(
      ",reached_share,sources,compared,break_even_sources,break_even_against,certified_rows,checked_rows,"
      "unchecked_rows,sources_by_device,device_bytes,device_bytes_expected"));
  CAPTURE(row);
  CHECK(row.ends_with(",0.0024,1,1,,,1,0,0,,123456789,130000000"));

  auto json = nlohmann::json::parse(one(ReportFormat::json, little));
  CHECK(json["runs"][0]["summary"]["mteps"].is_null());
  CHECK(json["runs"][0]["summary"]["reached_share"]["median"] == doctest::Approx(0.0019));
  CHECK(json["runs"][0]["summary"]["reached_share"]["min"] == doctest::Approx(0.0014));
  CHECK(json["runs"][2]["summary"]["reached_share"]["median"].is_null());
  json["runs"][0]["summary"] = {{"mteps", 9181}};  // as older versions had it
  CHECK(one(ReportFormat::table, results_from_json(json, "r")) == one(ReportFormat::table, little));
}

TEST_CASE("means over graphs leave out and name what was not searched") {
  const std::vector<Results> all = {on_graph(reaching(9000, 9000), "a"), on_graph(reaching(24, 14), "b"),
                                    on_graph(reaching(9000, 9000), "c")};
  const std::vector<Row> rows = overall_rows(all);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][1] == "2");
  for (const ReportFormat format : {ReportFormat::table, ReportFormat::markdown}) {
    const std::string text = make_report(format, all);
    CHECK(has(text, "ver all graphs: geometric mean"));
    CHECK(has(text, "without b, whose sources reach under 1 %"));
  }
  CHECK(nlohmann::json::parse(json_report(all))["overall_left_out"] == nlohmann::json({"b"}));
  CHECK(has(html_report(all), "data-plot=\"sizes\""));
  CHECK_FALSE(has(html_report(std::span(all).first(2)), "data-plot=\"sizes\""));  // one graph is left
  CHECK_FALSE(has(table_report(std::vector{all[0], all[2]}), "without"));
  CHECK(overall_rows(std::span(all).first(2)).empty());  // one graph is left
}

}  // namespace
}  // namespace wayfront::host
