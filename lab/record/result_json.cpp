#include "record/result_json.hpp"

#include <fmt/format.h>

#include <set>

#include "record/result_fields.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

/// Refuses data of another version before its fields are misinterpreted.
void check_schema(const JsonReader& at) {
  if (!at.has("schema")) at.fail("'schema' is missing: this is not a report of wayfront");
  const std::uint64_t schema = at.at("schema").whole();
  // Schema 1 had one source per sample, which is what a sample without `sources` says.
  if (schema < 1 || schema > report_schema)
    at.fail(fmt::format(
        "schema {}, but this version of wayfront reads schemas 1 to {}; make the report again with the version "
        "that wrote it",
        schema, report_schema));
}

/// null: the run ended before its graph was loaded.
void read_graph(const JsonReader& at, Results& results) {
  results.graph = at.json();
  if (results.graph.is_null()) return;
  results.vertices = at.at("vertices").whole();
  results.edges = at.at("edges").whole();
  results.directed = at.at("directed").boolean();
  for (const char* name : {"name", "digest", "weights", "weight_rule"}) at.at(name).text();
  for (const char* name : {"min_weight", "max_weight", "load_seconds"}) at.at(name).real(0);
}

}  // namespace

json to_json(const Sample& sample) {
  json object = to_json(static_cast<const Call&>(sample));
  add_fields(object, sample, fields<Sample>);
  return object;
}

json to_json(const RunResult& run) { return json_of(run); }

json to_json(const Results& results) {
  json object = json_of(results);
  object["schema"] = report_schema;
  object["graph"] = results.graph;
  add_fields(object, results.readings, fields<Readings>, Sparse::written);
  json& runs = object["runs"] = json::array();
  for (const RunResult& run : results.runs) {
    runs.push_back(to_json(run));
    json& samples = runs.back()["samples"] = json::array();
    for (const Sample& sample : run.samples) samples.push_back(to_json(sample));
  }
  return object;
}

Sample sample_from_json(const JsonReader& at) {
  Sample made;
  read_field(at, made);
  static_cast<Call&>(made) = call_from_json(at);
  return made;
}

RunResult run_from_json(const JsonReader& at) {
  RunResult run;
  read_field(at, run);
  if (!at.has("samples")) return run;
  const JsonReader samples = at.at("samples");
  run.samples.reserve(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) run.samples.push_back(sample_from_json(samples.at(i)));
  return run;
}

Readings readings_from_json(const JsonReader& at) {
  Readings readings;
  read_field(at, readings);
  return readings;
}

Results results_from_json(const JsonReader& at) {
  at.object();
  check_schema(at);
  Results results;
  read_field(at, results);
  read_field(at, results.readings);
  read_graph(at.at("graph"), results);
  const JsonReader runs = at.at("runs");
  std::set<std::string> labels;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    results.runs.push_back(run_from_json(runs.at(i)));
    if (!labels.insert(results.runs.back().label).second)
      runs.at(i).fail(fmt::format("another run also has the label '{}'", results.runs.back().label));
  }
  return results;
}

}  // namespace wayfront::host
