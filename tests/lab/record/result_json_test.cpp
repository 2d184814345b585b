#include "record/result_json.hpp"

#include "../../test.hpp"
#include "../sample_results.hpp"
#include "base/json/json_reader.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace result_json_test {

using nlohmann::json;

std::string error_of(const json& value) {
  return refusal_by(ExitCode::input, [&] { results_from_json({value, "r.json"}); });
}

TEST_CASE("results come back as they were, through text") {
  Results made = made_results();
  made.runs[1].label = "two\nlines \u00fc";
  made.runs[1].samples[1].outcome = Outcome::negative_cycle;
  made.runs[1].samples[1].cycle = {3, 1ULL << 40};
  made.runs[1].samples[1].cycle_arcs = {{1ULL << 50, 0.1F}, {9, -2147483648.0}};
  made.runs[1].samples[1].cycle_weight = -9007199254740993;  // which a double cannot hold
  made.runs[1].samples[1].peer = 0.25;
  made.runs[0].samples[0].counters = {{"pulls", 5}, {"comparisons", 7}};
  std::ranges::copy(std::array{5, 7}, made.runs[0].samples[0].work.own);
  made.runs[0].samples[0].rounds.kept[1].own[1] = 6;
  made.runs[0].samples[0].rounds.count = 3;  // one was left out
  made.runs[1].unwritten = "answers from 2 of 3 sources are not written";
  const std::string text = to_json(made).dump();
  const Results read = results_from_json({parse_json(text, "r.json"), "r.json"});
  CHECK(to_json(read).dump() == text);
  CHECK(read.vertices == made.vertices);
  CHECK(read.edges == made.edges);
  const Sample& sample = read.runs.at(0).samples.at(0);
  CHECK(sample.rounds.kept.at(1).limit == made.runs[0].samples[0].rounds.kept[1].limit);
  CHECK(sample.rounds.count == 3);
  CHECK(contains(text, R"({"count":7,"name":"comparisons"})"));
  CHECK(sample.counters == made.runs[0].samples[0].counters);
  CHECK(sample.work.own[1] == 7);
  CHECK(sample.rounds.kept.at(1).own[1] == 6);
  CHECK(contains(text, R"({"arc":9,"from":1099511627776,"to":3,"weight":-2147483648})"));
  CHECK(contains(text, R"("weight":0.1})"));
  CHECK(contains(text, R"("cycle_weight":-9007199254740993)"));
  CHECK(read.runs[1].samples[1].cycle_weight == ExactWeight(-9007199254740993));
  CHECK_FALSE(sample.peer);
  CHECK(read.runs[1].samples[1].peer == 0.25);
}

TEST_CASE("samples keep how many rows were certified where a plugin gave reductions") {
  Results made = made_results();
  Sample& sample = made.runs[0].samples[0];
  sample.sources = 50;
  sample.certified = 32;
  sample.checked = 40;
  sample.unchecked = 10;
  const Sample read = results_from_json({to_json(made), "r.json"}).runs[0].samples[0];
  CHECK(read.certified == 32U);
  CHECK(read.checked == 40);
  CHECK(read.unchecked == 10);
  CHECK_FALSE(results_from_json({to_json(made), "r.json"}).runs[0].samples[1].certified);
  sample.compared = 33;
  CHECK_THROWS_WITH_AS(results_from_json({to_json(made), "r.json"}), doctest::Contains("more than 'certified'"),
                       UserError);
  sample.certified = 51;
  CHECK_THROWS_WITH_AS(results_from_json({to_json(made), "r.json"}),
                       doctest::Contains("must not be more than 'sources'"), UserError);
}

TEST_CASE("results of before the machine was watched are read as they are; what was not told stays unknown") {
  Results made = made_results();
  json old = to_json(made);
  old.erase("machine_readings");
  for (json& run : old["runs"])
    for (json& sample : run["samples"]) sample.erase("forced_switches");
  for (const char* key : {"opening_seconds", "outside_seconds", "waiting_seconds"})
    old["runs"][0]["workers"].erase(key);
  const Results read = results_from_json({old, "r.json"});
  CHECK(read.readings.machine.empty());
  CHECK(read.readings.devices.size() == 1);
  made.readings.machine[0].others.reset();
  made.readings.machine[0].throttles.reset();
  const Results bare = results_from_json({to_json(made), "r.json"});
  CHECK_FALSE(bare.readings.machine.at(0).others);
  CHECK_FALSE(bare.readings.machine[0].throttles);
  CHECK(bare.readings.machine[0].stolen);
}

TEST_CASE("a cycle without arcs, as earlier versions wrote it, and one with other arcs than vertices") {
  Results made = made_results();
  Sample& sample = made.runs[0].samples[1];
  sample.outcome = Outcome::negative_cycle;
  sample.cycle = {3, 4};
  json old = to_json(made);
  CHECK_FALSE(old["runs"][0]["samples"][1].contains("cycle_arcs"));
  CHECK(results_from_json({old, "r.json"}).runs[0].samples[1].cycle_arcs.empty());
  old["runs"][0]["samples"][1]["cycle_arcs"] = json::array();
  CHECK(error_of(old) == "r.json: runs[0].samples[1].cycle_arcs: must have 2 arcs, as 'cycle' has");
}

TEST_CASE("what was no number is none when it is read again, and never 0") {
  Results made = made_results();
  Sample& sample = made.runs[0].samples[0];
  constexpr double infinite = std::numeric_limits<double>::infinity();
  sample.certificate.distance_sum = sample.certificate.max_distance = infinite;
  sample.upload = sample.download = std::numeric_limits<double>::quiet_NaN();
  sample.rounds.kept[1].limit = infinite;
  sample.outcome = Outcome::negative_cycle;
  sample.cycle = {3, 4};
  sample.cycle_arcs = {{1, 2}, {3, 4}};
  json text = to_json(made);
  json& its = text["runs"][0]["samples"][0];
  its["cycle_weight"] = its["cycle_arcs"][1]["weight"] = nullptr;
  const Sample read = results_from_json({parse_json(text.dump(), "r.json"), "r.json"}).runs[0].samples[0];
  for (const double it : {read.certificate.distance_sum, read.certificate.max_distance, read.upload, read.download,
                          read.cycle_weight.rounded(), read.cycle_arcs.at(1).weight.rounded()})
    CHECK(std::isnan(it));
  CHECK(read.rounds.kept.at(1).limit == infinite);
}

TEST_CASE("every key that is missing, and every value of another type, is named with its place") {
  const json whole = to_json(made_results());
  // Each value in turn is taken out, and replaced by one of another type.
  std::size_t tried = 0;
  const auto walk = [&](const auto& self, const json& at, const json::json_pointer& path) -> void {
    for (const auto& [key, value] : at.items()) {
      const json::json_pointer here = at.is_array() ? path / std::stoul(key) : path / key;
      const std::string name = here.to_string();
      const bool free = name.starts_with("/machine/") || name.starts_with("/pipeline/") || contains(name, "/options/");
      if (free) continue;
      json changed = whole;
      changed[here] = value.is_object() || value.is_array() ? json("x") : json(json::array());
      INFO(name);
      CHECK(error_of(changed).starts_with("r.json: "));
      constexpr std::string_view optional[] = {"compared",
                                               "control",
                                               "cycle",
                                               "device_memory",
                                               "device_readings",
                                               "estimated_bytes",
                                               "forced_switches",
                                               "load",
                                               "machine_readings",
                                               "mhz",
                                               "opening_seconds",
                                               "others",
                                               "outside_seconds",
                                               "rounds",
                                               "runnable",
                                               "samples",
                                               "start_seconds",
                                               "stolen",
                                               "throttles",
                                               "waiting_seconds",
                                               "workers"};
      const bool may_be_missing = std::ranges::find(optional, key) != std::end(optional);
      if (at.is_object() && !may_be_missing) {
        changed = whole;
        changed[path].erase(key);
        CHECK(contains(error_of(changed), "'" + key + "' is missing"));
      }
      ++tried;
      if (value.is_structured()) self(self, value, here);
    }
  };
  walk(walk, whole, json::json_pointer());
  CHECK(tried > 100);

  json other = whole;
  other["runs"][0]["samples"][1].erase("solve_seconds");
  CHECK(error_of(other) == "r.json: runs[0].samples[1]: 'solve_seconds' is missing");
  other = whole;
  other["runs"][0]["samples"][1]["source"] = -1;
  CHECK(error_of(other) == "r.json: runs[0].samples[1].source: must be an integer >= 0, but is -1");
  other = whole;
  other["runs"][2]["status"] = "exploded";
  CHECK(error_of(other) == "r.json: runs[2].status: 'exploded' is unknown to this version of wayfront");
  other = whole;
  other["runs"][2]["label"] = "slow";
  CHECK(error_of(other) == "r.json: runs[2]: another run also has the label 'slow'");
}

TEST_CASE("another schema is refused before anything else is looked at") {
  CHECK(error_of({{"schema", 3}}).starts_with("r.json: schema 3, but this version of wayfront reads schemas 1 to 2"));
  CHECK(error_of({{"x", 2}}).starts_with("r.json: 'schema' is missing"));
  CHECK(error_of(json::array()).starts_with("r.json: must be an object"));
}

TEST_CASE("calls have their sources; a report of schema 1 has one source per call") {
  Results made = made_results();
  made.runs[0].samples[1].sources = 64;
  json whole = to_json(made);
  CHECK(whole.at("schema") == 2);
  CHECK(results_from_json({whole, "r.json"}).runs[0].samples[1].sources == 64);
  whole["schema"] = 1;
  for (json& run : whole["runs"])
    for (json& sample : run["samples"]) sample.erase("sources");
  const Results read = results_from_json({whole, "r.json"});
  CHECK(read.runs[0].samples[1].sources == 1);
  CHECK(read.runs[0].samples[1].solve == made.runs[0].samples[1].solve);
}

TEST_CASE("what is no JSON has its line and column") {
  const auto error = [](std::string_view text) -> std::string {
    return refusal_by([&] { parse_json(text, "r.json"); });
  };
  CHECK(error("{\n \"a\": }").starts_with("r.json:2:7: is not JSON: "));
  CHECK(error("").starts_with("r.json:1:1: is not JSON: "));
  CHECK(error(std::string_view("\0", 1)).starts_with("r.json:1:1: is not JSON: "));
  CHECK(error("[1e999]").starts_with("r.json: is not JSON: "));
  CHECK(error("{\"a\": \"\xff\"}").starts_with("r.json:1:8: is not JSON: "));
  CHECK(contains(error(std::string(1000000, '[')), "nested too deeply"));
  CHECK(error("[{\"a\": {\"b\": 1, \"c\": 2, \"b\": 1}}]") == "r.json: an object has the same key twice");
  CHECK(error("[{\"a\": {\"a\": [{\"a\": 1}, {\"a\": 1}]}, \"b\": {}}, {\"a\": 1}]") == "");
}

TEST_CASE("samples of one graph with offsets of either size are not each other's") {
  Results made = made_results();
  for (const char* rule : {"threads", "trace", "work", "isolation"}) made.pipeline["measure"][rule]["value"] = 1;
  HostContext context(1);
  made.graph["offset_bits"] = 32;
  const std::string narrow = run_key(made.runs[0], made, context);
  CHECK(run_key(made.runs[0], made, context) == narrow);
  made.graph["offset_bits"] = 64;
  CHECK(run_key(made.runs[0], made, context) != narrow);
}

}  // namespace result_json_test
}  // namespace wayfront::host
