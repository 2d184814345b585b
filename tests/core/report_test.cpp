#include "report.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "summary.hpp"

namespace wayfront::host {
namespace {

Sample sample(std::uint64_t source, unsigned repeat, double solve) {
  Sample it;
  it.source = source;
  it.repeat = repeat;
  it.solve = solve;
  it.compute = solve;
  it.certificate.reached = 10;
  it.certificate.reached_edges = 1000;
  it.certificate.digest = "abc";
  return it;
}

Results results() {
  Results it;
  it.vertices = 10;
  it.edges = 2000;
  it.graph = {{"name", "x.gr"}, {"weights", "int32"}, {"min_weight", 1}, {"max_weight", 9}, {"load_seconds", 0.5}};
  it.sources = {1, 2};
  RunResult slow;
  slow.label = "slow";
  slow.plugin = "slow";
  slow.baseline = true;
  slow.samples = {sample(1, 1, 0.002), sample(2, 1, 0.006)};
  RunResult fast;
  fast.label = "fast, \"quoted\"";
  fast.plugin = "fast";
  fast.prepare = 0.5;
  fast.samples = {sample(2, 1, 0.002), sample(1, 1, 0.001)};
  RunResult skipped;
  skipped.label = "skipped";
  skipped.plugin = "p";
  skipped.status = RunStatus::skipped;
  skipped.reason = "no such device";
  it.runs = {slow, fast, skipped};
  return it;
}

TEST_CASE("ratios pair samples of one source and repeat") {
  const Results it = results();
  const Summary fast = summarise(it, it.runs[1], baseline_of(it));
  CHECK(fast.comparison.ratio == doctest::Approx(2.5));  // of 2 and 3
  CHECK(fast.solve.median == doctest::Approx(0.0015));
  CHECK(fast.end_to_end == doctest::Approx(0.5015));
  CHECK(fast.mteps == doctest::Approx(2000 / 0.0015 / 1e6));
  CHECK(fast.teps == doctest::Approx(1000 / 0.0015));
  CHECK(summarise(it, it.runs[0], baseline_of(it)).comparison.ratio == 1);
}

TEST_CASE("an undirected graph's edges count once") {
  Results it = results();
  const double directed = summarise(it, it.runs[0], nullptr).teps;
  it.directed = false;
  CHECK(summarise(it, it.runs[0], nullptr).teps == doctest::Approx(directed / 2));
}

TEST_CASE("JSON has the schema, every sample, and null for what is no number") {
  Results it = results();
  it.runs[0].samples[0].rounds = {{1, 1, 2, 2, std::numeric_limits<double>::infinity(), 0.1}};
  const auto json = nlohmann::json::parse(json_report(it));
  CHECK(json["schema"] == 1);
  CHECK(json["runs"].size() == 3);
  CHECK(json["runs"][0]["samples"].size() == 2);
  CHECK(json["runs"][0]["samples"][0]["rounds"][0]["limit"].is_null());
  CHECK(json["runs"][1]["summary"]["speedup"] == doctest::Approx(2.5));
  CHECK(json["runs"][2]["summary"]["solve_seconds"]["median"].is_null());
  CHECK(json["runs"][2]["reason"] == "no such device");
}

TEST_CASE("CSV has as many fields in every row as in its header") {
  const std::string csv = csv_report(results());
  CHECK(std::ranges::count(csv, '\n') == 1 + 4 + 1);
  CHECK(csv.find("\"fast, \"\"quoted\"\"\",fast,ok,2,1,0.002") != std::string::npos);
  const auto fields = [](std::string_view line) { return std::ranges::count(line, ','); };
  const std::size_t end = csv.find('\n');
  CHECK(fields(csv.substr(0, end)) == fields(csv.substr(end + 1, csv.find('\n', end + 1) - end - 1)));
  CHECK(fields(csv.substr(csv.find("skipped"))) == fields(csv.substr(0, end)));
}

TEST_CASE("the table names what was skipped and why") {
  const std::string table = table_report(results());
  CHECK(table.find("2/2 right") != std::string::npos);
  CHECK(table.find("2.5x") != std::string::npos);
  CHECK(table.find("skipped: skipped: no such device") != std::string::npos);
}

TEST_CASE("exit codes: an interruption wins, then failures, then timeouts") {
  Results it = results();
  CHECK(it.exit_code() == 0);
  it.runs[0].status = RunStatus::timeout;
  CHECK(it.exit_code() == 124);
  it.runs[1].status = RunStatus::wrong;
  CHECK(it.exit_code() == 1);
  it.interrupted = true;
  CHECK(it.exit_code() == 130);
}

}  // namespace
}  // namespace wayfront::host
