#include "report/report.hpp"

#include "../../test.hpp"
#include "../sample_results.hpp"
#include "compare/summary.hpp"
#include "record/result_json.hpp"
#include "report/overview.hpp"

namespace wayfront::host {
namespace report_test {

std::string one(std::string (*report)(std::span<const Results>), const Results& results) {
  return report({&results, 1});
}

TEST_CASE("ratios pair samples of one source and repeat") {
  const Results it = made_results();
  const Summary fast = summarise(it, it.runs[1], baseline_of(it));
  CHECK(fast.comparison.ratio == doctest::Approx(2.5));  // of 2 and 3
  CHECK(fast.solve.median == doctest::Approx(0.0015));
  CHECK(fast.end_to_end == doctest::Approx(0.5015));
  CHECK(fast.mteps == doctest::Approx(2000 / 0.0015 / 1e6));
  CHECK(fast.teps == doctest::Approx(1000 / 0.0015));
  CHECK(summarise(it, it.runs[0], baseline_of(it)).comparison.ratio == 1);
}

TEST_CASE("an undirected graph's edges count once") {
  Results it = made_results();
  const double directed = summarise(it, it.runs[0], nullptr).teps;
  it.directed = false;
  CHECK(summarise(it, it.runs[0], nullptr).teps == doctest::Approx(directed / 2));
}

TEST_CASE("reports say how many rows were certified where not all were, also beside what is right") {
  Results it = made_results();
  it.pipeline["measure"]["seed"]["value"] = 7;
  for (RunResult& run : it.runs)
    for (Sample& sample : run.samples) sample.sources = 100;
  for (Sample& sample : it.runs[1].samples) sample.certified = 16;
  it.runs[1].samples.push_back(it.runs[1].samples[0]);
  it.runs[1].samples.back().repeat = 2;  // the same rows again
  for (Sample& sample : it.runs[1].samples) sample.checked = sample.unchecked = 50;
  CHECK(
      contains(one(markdown_report, it), "32 of 200 rows certified, drawn with seed 7; the plugin itself checked 100"));
  for (Sample& sample : it.runs[1].samples) sample.certified = 100;
  CHECK(contains(one(table_report, it), "200 of 200 rows certified; the plugin itself checked"));
  CHECK_FALSE(contains(one(table_report, it), " right ("));
}

/// The results on another graph, where the second run is four times as fast.
Results on_another_graph() {
  Results it = made_results();
  it.graph["digest"] = "4567";
  it.graph["name"] = "y<b>.gr";
  for (Sample& sample : it.runs[1].samples) sample.solve /= 1.6;
  return it;
}

TEST_CASE("over graphs: the geometric mean of speedups; a graph counts once however often it was measured") {
  const std::vector<Results> all = {made_results(), on_another_graph(), made_results()};
  const std::vector<Row> rows = overall_rows(all);
  REQUIRE(rows.size() == 3);  // the heading, and the two runs that were measured everywhere
  CHECK(rows[2][0] == "fast, \"quoted\"");
  CHECK(rows[2][1] == "2");
  CHECK(rows[2][2] == "3.162x");  // of 2.5 and 4
  CHECK(rows[1][2] == "1x");
  CHECK(overall_rows(std::span(all).first(1)).empty());
  CHECK(grouping_line(std::span(all).first(1)).empty());
  CHECK(grouping_line(all) == "3 results of 2 graphs: runs are compared only on the same graph");
  const std::vector<Results> grouped = grouped_by_graph(all);
  CHECK(grouped[1].graph == all[2].graph);
  CHECK(grouped[2].graph == all[1].graph);
}

TEST_CASE("work stands in the table where a plugin counted it") {
  Results it = made_results();
  it.runs.resize(2);
  for (Sample& sample : it.runs[1].samples) sample.work = {.rounds = 7, .settled = 20, .relaxed = 5000, .stale = 5};
  const std::vector<Row> rows = run_rows(it);
  REQUIRE(rows[0][9] == "relaxed/arc");
  CHECK(rows[2][9] == "2.5");
  CHECK(rows[0][10] == "settled/vertex");
  CHECK(rows[2][10] == "2");
  CHECK(rows[0][11] == "rounds");
  CHECK(rows[2][11] == "7");
  const auto summary = nlohmann::json::parse(one(json_report, it))["runs"][1]["summary"];
  CHECK(summary["relaxed_per_arc"] == 2.5);
  CHECK(summary["settled_per_vertex"] == 2);
  CHECK(summary["rounds"] == 7);
  for (Sample& sample : it.runs[1].samples) {
    sample.work.own[0] = 1234567;
    sample.counters = {{"comparisons", 1234567}};
  }
  CHECK(run_rows(it)[0][12] == "counters");
  CHECK(run_rows(it)[2][12] == "comparisons 1.235e+06");
  CHECK(contains(one(csv_report, it), ",counter_comparisons"));
  CHECK(contains(one(csv_report, it), ",1234567"));
  for (RunResult& run : it.runs)
    for (Sample& sample : run.samples) sample.work = {};
  CHECK_FALSE(contains(one(table_report, it), "relaxed/arc"));
}

TEST_CASE("from 64 solves on the harmonic mean of TEPS and its deviation stand in the table, as Graph500 has them") {
  Results it = made_results();
  it.runs.resize(1);
  it.directed = false;
  it.runs[0].samples.resize(1);
  it.runs[0].samples[0].certificate.reached_edges = 2000;
  it.runs[0].samples.resize(64, it.runs[0].samples[0]);
  for (std::size_t i = 0; i < 64; ++i) it.runs[0].samples[i].solve = i % 2 == 0 ? 1e-3 : 3e-3;
  const std::vector<Row> rows = run_rows(it);
  const auto at = static_cast<std::size_t>(std::ranges::find(rows[0], "TEPS") - rows[0].begin());
  REQUIRE(at < rows[0].size());
  CHECK(rows[1][at] == "5e+05 +- 3.2e+04");  // 1000 edges in 1 or 3 ms
  it.runs[0].samples.pop_back();
  CHECK(std::ranges::count(run_rows(it)[0], "TEPS") == 0);
}

TEST_CASE("graphs and runs: a sign for each verdict and a mark for the best, in every format") {
  std::vector<Results> all = {made_results(), on_another_graph()};
  for (Results& it : all) {
    it.runs[1].control = false;
    it.runs[1].label = "50% & more_{x}";
  }
  const std::string table = table_report(all);
  CHECK(contains(table, "graphs and runs: median of a solve and speedup over slow; * best of the graph"));
  CHECK(contains(table, "*1.500 ms 2.5x ?"));
  CHECK(contains(table, "geometric mean"));
  CHECK(contains(markdown_report(all), "| **1.500 ms 2.5x ?** |"));
  CHECK_FALSE(contains(table_report(std::span(all).first(1)), "graphs and runs"));

  const std::string latex = latex_report(all);
  CHECK(contains(latex, "\\multicolumn{2}{r}{50\\% \\& more\\_\\{x\\}}"));
  CHECK(contains(latex, "x.gr & 4.00 &  & \\textbf{1.50} & 2.50~? & \\multicolumn{2}{r}{skipped} \\\\\n"));
  CHECK(contains(latex, "y$<$b$>$.gr"));
  all[0].runs[1].status = RunStatus::wrong;
  CHECK(contains(latex_report(all), "x.gr & \\textbf{4.00} &  & \\multicolumn{2}{r}{wrong} & "));
}

TEST_CASE("a row of the LaTeX table that begins with a bracket or an asterisk is no argument of the row before") {
  Results results = on_another_graph();
  for (const auto& [name, printed] : {std::pair("[b].gr", "{[}b].gr &"), std::pair("*.gr", "{*}.gr &")}) {
    results.graph["name"] = name;
    CHECK(contains(latex_report({&results, 1}), std::string("\n") + printed));
  }
}

TEST_CASE("Markdown escapes what would be markup") {
  const std::vector<Results> all = {on_another_graph()};
  const std::string text = markdown_report(all);
  CHECK(contains(text, "y\\<b\\>.gr"));
  CHECK(contains(text, "| slow |"));
  CHECK(contains(text, "|:---|---:|"));
}

TEST_CASE("the HTML page holds the data of the JSON report, and no label ends its script") {
  std::vector<Results> all = {on_another_graph()};
  all[0].runs[0].label = "</script><b>&";
  const std::string page = html_report(all);
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.ends_with("</html>\n"));
  for (const char* mark : {"{{style}}", "{{data}}", "{{script}}", "</script><b>", "src=", "@import", "url("})
    CHECK_FALSE(contains(page, mark));
  // It loads nothing: the only address in it is the name of SVG, in whichever words it is written.
  for (std::size_t at = page.find("//"); at != std::string::npos; at = page.find("//", at + 2)) {
    const std::size_t begin = page.find_last_of("\"'`( \n", at) + 1;
    const std::string_view word = std::string_view(page).substr(begin, page.find_first_of("\"'`) \n", at) - begin);
    const bool comment = word.starts_with("//");
    CHECK_MESSAGE((comment || word == "http://www.w3.org/2000/svg"), std::string(word));
  }
  const std::string_view begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(begin) + begin.size();
  const auto data = nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
  const auto json = nlohmann::json::parse(json_report(all));
  CHECK(data["results"][0]["runs"][0]["label"] == "</script><b>&");
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(data["results"][0]["runs"][i]["summary"] == json["runs"][i]["summary"]);
    CHECK(data["results"][0]["runs"][i]["sample_count"] == json["runs"][i]["samples"].size());
  }
  CHECK(contains(data["results"][0]["table"]["cells"][0].back().get<std::string>(), "2/2 right"));
}

TEST_CASE("a device's state is said, also where it was never throttled") {
  Results it = made_results();
  std::vector<DeviceReading>& devices = it.readings.devices;
  devices.push_back(devices[0]);
  devices[0].throttled.clear();
  devices[1] = devices[0];
  devices[1].graphics_mhz = 1755;
  CHECK(contains(one(table_report, it), "the GPU before each block: 1755 .. 1980 MHz, 61 C, never throttled\n"));
}

TEST_CASE("of a busy machine a report says so first; where there is nothing to compare, of the times") {
  Results busy = made_results();
  busy.readings.machine[0].seconds = 10;
  busy.readings.machine[0].others = 1;
  CHECK(one(table_report, busy).starts_with("do not trust differences below 50 %, which are 'unclear': other "));
  CHECK(contains(one(html_report, busy), "\"doubt\":\"do not trust differences"));
  busy.runs.resize(1);
  CHECK(one(table_report, busy).starts_with("do not trust the times: "));
}

TEST_CASE("how fast the processor was is said where it was not always the same") {
  Results it = made_results();
  CHECK_FALSE(contains(one(table_report, it), "frequency"));
  it.readings.machine.push_back(it.readings.machine[0]);
  it.readings.machine[1].mhz = 1200;
  CHECK(contains(one(table_report, it), "the processor's frequency after blocks: 1200 .. 3400 MHz"));
}

TEST_CASE("a negative cycle is shown with its arcs and its weight, a long one shortened") {
  Results it = made_results();
  Sample& sample = it.runs[0].samples[1];
  sample.outcome = Outcome::negative_cycle;
  sample.cycle = {4, 5};
  CHECK(contains(one(table_report, it), "slow: negative cycle from source 2, 2 arcs: 4 -> 5 -> 4\n"));
  sample.cycle_arcs = {{3, 0.1F}, {7, -0.5}};
  sample.cycle_weight = static_cast<double>(0.1F) - 0.5;
  const std::string line =
      "slow: negative cycle from source 2, 2 arcs, weight -0.3999999985098839: 4 -> 5 (arc 3, weight 0.1) -> 4 "
      "(arc 7, weight -0.5)";
  CHECK(contains(one(table_report, it), line + '\n'));
  CHECK(contains(one(html_report, it), nlohmann::json(line).dump().substr(1, 60)));
  for (unsigned i = 2; i < 1000; ++i) {
    sample.cycle.emplace_back(i + 4);
    sample.cycle_arcs.push_back({i, -1});
  }
  sample.cycle_weight = -1e10L;
  const std::string text = one(table_report, it);
  CHECK(contains(text, "1000 arcs, weight -10000000000: 4 -> 5 (arc 3"));
  CHECK(contains(text, " -> 16 (arc 11, weight -1) -> ... 988 more\n"));
  CHECK_FALSE(contains(one(html_report, it), "cycle_arcs"));
}

TEST_CASE("answers that are missing are said") {
  Results it = made_results();
  it.runs[0].unwritten = "answers from 2 of 3 sources are not written: d.csv: no room";
  for (const auto make : {table_report, html_report})
    CHECK(contains(one(make, it), "slow: answers from 2 of 3 sources are not written: d.csv: no room"));
}

TEST_CASE("exit codes: an interruption wins, then failures, then timeouts") {
  Results it = made_results();
  CHECK(it.exit_code() == 0);
  it.runs[0].status = RunStatus::timeout;
  CHECK(it.exit_code() == 124);
  it.runs[1].unwritten = "no room";
  CHECK(it.exit_code() == 1);
  it.runs[1].unwritten.clear();
  it.runs[1].status = RunStatus::wrong;
  CHECK(it.exit_code() == 1);
  it.interrupted = true;
  CHECK(it.exit_code() == 130);
}

TEST_CASE("every report says after how many sources preparing has paid") {
  Results it = made_results();
  it.runs.resize(2);
  for (RunResult& run : it.runs) run.samples = {made_sample(1, 1, 0.010), made_sample(2, 1, 0.010)};
  it.runs[0].prepare = 0;
  it.runs[1].control = false;
  it.runs[1].prepare = 0.45;
  for (Sample& sample : it.runs[1].samples) sample.solve = 0.001;
  for (const auto report : {table_report, markdown_report}) CHECK(contains(one(report, it), "50 sources"));
  CHECK(contains(one(csv_report, it), ",50,slow,1,0,0,,,\n"));
  const auto paid = nlohmann::json::parse(one(json_report, it))["runs"][1]["summary"]["break_even"];
  CHECK(paid == nlohmann::json{{"sources", 50}, {"against", "slow"}});
}

}  // namespace report_test
}  // namespace wayfront::host
