#include "record/result_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "base/json/json_reader.hpp"
#include "record/rank_figures.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

Sample sample(const JsonReader& at) {
  Sample it;
  it.source = vertex_id(at.at("source"));
  it.repeat = at.at("repeat").small();
  static_cast<Call&>(it) = call_from_json(at);
  if (at.has("ranks")) it.ranks = rank_traffic(at.at("ranks"));
  return it;
}

RunResult run_of(const JsonReader& at) {
  RunResult it;
  it.label = at.at("label").text();
  const JsonReader plugin = at.at("plugin");
  it.plugin = plugin.at("name").text();
  it.version = plugin.at("version").text();
  it.file = plugin.at("file").text();
  it.options = at.at("options").object();
  if (at.has("devices")) it.devices = at.at("devices").text();
  it.baseline = at.at("baseline").boolean();
  it.control = at.has("control") && at.at("control").boolean();
  it.predecessors = at.at("predecessors").text();
  it.status = one_of<RunStatus>(at.at("status"), run_status);
  it.reason = at.at("reason").text();
  if (at.has("called"))
    for (std::size_t i = 0; i < at.at("called").size(); ++i) it.usage.called.push_back(at.at("called").at(i).text());
  if (at.has("notes"))
    for (std::size_t i = 0; i < at.at("notes").size(); ++i) it.notes.push_back(at.at("notes").at(i).text());
  it.prepare = at.at("prepare_seconds").seconds();
  if (at.has("key")) it.key = at.at("key").text();
  if (at.has("unwritten")) it.unwritten = at.at("unwritten").text();
  it.usage.peak_bytes = at.at("peak_bytes").whole();
  if (at.has("device_memory")) {
    const JsonReader memory = at.at("device_memory");
    it.usage.device.peak = memory.at("peak_bytes").whole();
    if (memory.has("estimated_bytes")) it.usage.device.estimate = memory.at("estimated_bytes").whole();
  }
  if (at.has("workers")) {
    const JsonReader workers = at.at("workers");
    it.usage.workers = workers.at("processes").small();
    if (workers.has("start_seconds")) it.usage.start = workers.at("start_seconds").seconds();
    it.usage.user = workers.at("user_seconds").seconds();
    it.usage.system = workers.at("system_seconds").seconds();
    if (workers.has("opening_seconds")) it.usage.opening = workers.at("opening_seconds").seconds();
    it.usage.peak_resident_bytes = workers.at("peak_resident_bytes").whole();
    if (workers.has("outside_seconds")) it.usage.outside = workers.at("outside_seconds").seconds();
    if (workers.has("waiting_seconds")) it.usage.waiting = workers.at("waiting_seconds").seconds();
  }
  if (at.has("ranks"))
    for (std::size_t i = 0; i < at.at("ranks").size(); ++i) it.ranks.push_back(rank_member(at.at("ranks").at(i)));
  if (!at.has("samples")) return it;
  const JsonReader samples = at.at("samples");
  it.samples.reserve(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) it.samples.push_back(sample(samples.at(i)));
  return it;
}

DeviceReading device_reading(const JsonReader& at) {
  DeviceReading it;
  it.device = at.at("device").small();
  it.source = vertex_id(at.at("source"));
  it.repeat = at.at("repeat").small();
  it.graphics_mhz = at.at("graphics_mhz").small();
  it.memory_mhz = at.at("memory_mhz").small();
  it.celsius = at.at("celsius").small();
  it.watts = at.at("watts").seconds();
  const JsonReader reasons = at.at("throttled");
  for (std::size_t i = 0; i < reasons.size(); ++i) it.throttled.push_back(reasons.at(i).text());
  return it;
}

/// The figures of a MachineReading by name; each may be absent.
constexpr std::pair<const char*, std::optional<double> MachineReading::*> machine_figures[] = {
    {"others", &MachineReading::others}, {"stolen", &MachineReading::stolen}, {"load", &MachineReading::load}};
constexpr std::pair<const char*, std::optional<unsigned> MachineReading::*> machine_counts[] = {
    {"runnable", &MachineReading::runnable}, {"mhz", &MachineReading::mhz}};

MachineReading machine_reading(const JsonReader& at) {
  MachineReading it;
  it.source = vertex_id(at.at("source"));
  it.repeat = at.at("repeat").small();
  it.seconds = at.at("seconds").seconds();
  for (const auto& [name, member] : machine_figures)
    if (at.has(name)) it.*member = at.at(name).seconds();
  for (const auto& [name, member] : machine_counts)
    if (at.has(name)) it.*member = at.at(name).small();
  if (at.has("throttles")) it.throttles = at.at("throttles").whole();
  return it;
}

json to_json(const MachineReading& reading) {
  json it = {{"source", reading.source}, {"repeat", reading.repeat}, {"seconds", reading.seconds}};
  for (const auto& [name, member] : machine_figures)
    if (reading.*member) it[name] = *(reading.*member);
  for (const auto& [name, member] : machine_counts)
    if (reading.*member) it[name] = *(reading.*member);
  if (reading.throttles) it["throttles"] = *reading.throttles;
  return it;
}

json to_json(const DeviceReading& reading) {
  return {{"device", reading.device},       {"source", reading.source},        {"repeat", reading.repeat},
          {"celsius", reading.celsius},     {"watts", reading.watts},          {"graphics_mhz", reading.graphics_mhz},
          {"throttled", reading.throttled}, {"memory_mhz", reading.memory_mhz}};
}

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

}  // namespace

void add_readings(json& object, const Readings& readings) {
  for (const DeviceReading& reading : readings.devices) object["device_readings"].push_back(to_json(reading));
  for (const MachineReading& reading : readings.machine) object["machine_readings"].push_back(to_json(reading));
}

json to_json(const Sample& sample) {
  json it = to_json(static_cast<const Call&>(sample));
  it["source"] = sample.source;
  it["repeat"] = sample.repeat;
  if (sample.ranks) it["ranks"] = to_json(*sample.ranks);
  return it;
}

json to_json(const RunResult& run) {
  json it = {{"label", run.label},
             {"plugin", {{"name", run.plugin}, {"version", run.version}, {"file", run.file}}},
             {"options", run.options},
             {"baseline", run.baseline},
             {"control", run.control},
             {"predecessors", run.predecessors},
             {"status", name(run.status)},
             {"reason", run.reason},
             {"prepare_seconds", run.prepare},
             {"peak_bytes", run.usage.peak_bytes}};
  if (!run.usage.called.empty()) it["called"] = run.usage.called;
  if (!run.notes.empty()) it["notes"] = run.notes;
  if (!run.devices.empty()) it["devices"] = run.devices;
  if (!run.key.empty()) it["key"] = run.key;
  if (!run.unwritten.empty()) it["unwritten"] = run.unwritten;
  if (const DeviceBytes& device = run.usage.device; device.peak != 0) {
    it["device_memory"] = {{"peak_bytes", device.peak}};
    if (device.estimate != 0) it["device_memory"]["estimated_bytes"] = device.estimate;
  }
  if (run.usage.workers != 0)
    it["workers"] = {{"processes", run.usage.workers},       {"start_seconds", run.usage.start},
                     {"user_seconds", run.usage.user},       {"system_seconds", run.usage.system},
                     {"opening_seconds", run.usage.opening}, {"outside_seconds", run.usage.outside},
                     {"waiting_seconds", run.usage.waiting}, {"peak_resident_bytes", run.usage.peak_resident_bytes}};
  for (const RankMember& member : run.ranks) it["ranks"].push_back(to_json(member));
  return it;
}

json to_json(const Results& results) {
  json runs = json::array();
  for (const RunResult& run : results.runs) {
    json samples = json::array();
    for (const Sample& sample : run.samples) samples.push_back(to_json(sample));
    runs.push_back(to_json(run));
    runs.back()["samples"] = std::move(samples);
  }
  json it = {{"schema", report_schema},          {"started", results.started},
             {"seconds", results.seconds},       {"interrupted", results.interrupted},
             {"machine", results.machine},       {"pipeline", results.pipeline},
             {"graph", results.graph},           {"sources", results.sources},
             {"device_readings", json::array()}, {"machine_readings", json::array()},
             {"runs", std::move(runs)}};
  add_readings(it, results.readings);
  return it;
}

Sample sample_from_json(const json& json, std::string_view where) { return sample({json, where}); }

RunResult run_from_json(const json& json, std::string_view where) { return run_of({json, where}); }

Readings readings_from_json(const json& json, std::string_view where) {
  const JsonReader at(json, where);
  Readings all;
  const auto each = [&](const char* key, auto&& take) {
    if (!at.has(key)) return;
    const JsonReader readings = at.at(key);
    for (std::size_t i = 0; i < readings.size(); ++i) take(readings.at(i));
  };
  each("device_readings", [&](const JsonReader& it) { all.devices.push_back(device_reading(it)); });
  each("machine_readings", [&](const JsonReader& it) { all.machine.push_back(machine_reading(it)); });
  return all;
}

Results results_from_json(const json& json, std::string_view where) {
  const JsonReader at(json, where);
  at.object();
  check_schema(at);
  Results it;
  it.started = at.at("started").text();
  it.seconds = at.at("seconds").seconds();
  it.interrupted = at.at("interrupted").boolean();
  it.machine = at.at("machine").object();
  it.pipeline = at.at("pipeline").object();
  it.graph = at.at("graph").json();
  if (!it.graph.is_null()) {  // null: the run ended before its graph was loaded
    const JsonReader graph = at.at("graph");
    it.vertices = graph.at("vertices").whole();
    it.edges = graph.at("edges").whole();
    it.directed = graph.at("directed").boolean();
    for (const char* name : {"name", "digest", "weights", "weight_rule"}) graph.at(name).text();
    for (const char* name : {"min_weight", "max_weight", "load_seconds"}) graph.at(name).real(0);
  }
  const JsonReader sources = at.at("sources");
  for (std::size_t i = 0; i < sources.size(); ++i) it.sources.push_back(vertex_id(sources.at(i)));
  const JsonReader runs = at.at("runs");
  std::set<std::string> labels;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    it.runs.push_back(run_of(runs.at(i)));
    if (!labels.insert(it.runs.back().label).second)
      runs.at(i).fail(fmt::format("another run also has the label '{}'", it.runs.back().label));
  }
  it.readings = readings_from_json(json, where);
  return it;
}

}  // namespace wayfront::host
