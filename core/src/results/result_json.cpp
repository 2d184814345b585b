#include "results/result_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "results/json_reader.hpp"
#include "results/rank_figures.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

/// The counters of Work by name, to write and to read them.
constexpr std::pair<const char*, std::uint64_t Work::*> counters[] = {
    {"rounds", &Work::rounds},     {"settled", &Work::settled}, {"relaxed", &Work::relaxed},
    {"improved", &Work::improved}, {"pushed", &Work::pushed},   {"stale", &Work::stale}};

constexpr std::pair<const char*, double Sample::*> clocks[] = {
    {"solve_seconds", &Sample::solve},     {"setup_seconds", &Sample::setup},       {"upload_seconds", &Sample::upload},
    {"compute_seconds", &Sample::compute}, {"download_seconds", &Sample::download}, {"host_seconds", &Sample::host},
    {"verify_seconds", &Sample::verify}};

json to_json(const TracedRound& round, bool thinned) {
  json it = {{"round", round.round},
             {"active", round.active},
             {"relaxed", round.relaxed},
             {"improved", round.improved},
             {"limit", json_number(round.limit)},
             {"seconds", round.seconds}};
  if (thinned) it["relaxed_so_far"] = round.relaxed_so_far;
  return it;
}

TracedRound traced_round(const JsonReader& at, std::uint64_t relaxed_before) {
  TracedRound it;
  it.round = at.at("round").whole();
  it.active = at.at("active").whole();
  it.relaxed = at.at("relaxed").whole();
  it.improved = at.at("improved").whole();
  it.limit = at.at("limit").real(infinite);
  it.seconds = at.at("seconds").seconds();
  it.relaxed_so_far = at.has("relaxed_so_far") ? at.at("relaxed_so_far").whole() : relaxed_before + it.relaxed;
  return it;
}

/// A weight or a sum of weights. Integers exactly where 64 bits hold them; floats as short as possible.
json weight_json(const ExactWeight& weight) {
  using Limits = std::numeric_limits<std::int64_t>;
  if (const auto integer = weight.integer(); integer && *integer >= Limits::min() && *integer <= Limits::max())
    return static_cast<std::int64_t>(*integer);
  const double value = weight.rounded();
  constexpr double many = 1e15;
  if (value == std::trunc(value) && std::abs(value) < many) return static_cast<std::int64_t>(value);
  if (!is_float32(value)) return value;
  return json::parse(fmt::format("{}", static_cast<float>(value)));
}

ExactWeight read_weight(const JsonReader& at) {
  if (at.json().is_number_integer() && !(at.json() > std::numeric_limits<std::int64_t>::max()))
    return at.json().get<std::int64_t>();
  return at.real(no_number);
}

void add_cycle(json& it, const Sample& sample) {
  it["cycle"] = sample.cycle;
  if (sample.cycle_arcs.empty()) return;
  const std::size_t count = sample.cycle_arcs.size();
  json& arcs = it["cycle_arcs"] = json::array();
  for (std::size_t i = 0; i < count; ++i)
    arcs.push_back({{"from", sample.cycle[i]},
                    {"to", sample.cycle[(i + 1) % count]},
                    {"arc", sample.cycle_arcs[i].number},
                    {"weight", weight_json(sample.cycle_arcs[i].weight)}});
  it["cycle_weight"] = weight_json(sample.cycle_weight);
}

void read_cycle(const JsonReader& at, Sample& it) {
  const JsonReader cycle = at.at("cycle");
  for (std::size_t i = 0; i < cycle.size(); ++i) it.cycle.push_back(cycle.at(i).vertex());
  if (!at.has("cycle_arcs")) return;
  const JsonReader arcs = at.at("cycle_arcs");
  if (arcs.size() != it.cycle.size()) arcs.fail(fmt::format("must have {} arcs, as 'cycle' has", it.cycle.size()));
  for (std::size_t i = 0; i < arcs.size(); ++i)
    it.cycle_arcs.push_back({arcs.at(i).at("arc").whole(), read_weight(arcs.at(i).at("weight"))});
  it.cycle_weight = read_weight(at.at("cycle_weight"));
}

/// A value of an enumeration, of which `parse` knows the names.
template <class Enum>
Enum one_of(const JsonReader& at, std::optional<Enum> (*parse)(std::string_view)) {
  const std::string text = at.text();
  if (const auto value = parse(text)) return *value;
  at.fail(fmt::format("'{}' is unknown to this version of wayfront", text));
}

DeviceShare device_share(const JsonReader& at) {
  DeviceShare it;
  it.device = at.at("device").small();
  it.sources = at.at("sources").small();
  it.calls = at.at("calls").small();
  it.seconds = at.at("seconds").seconds();
  if (at.has("failure")) it.failure = at.at("failure").text();
  return it;
}

json to_json(const DeviceShare& share) {
  json it = {{"device", share.device}, {"sources", share.sources}, {"calls", share.calls}, {"seconds", share.seconds}};
  if (!share.failure.empty()) it["failure"] = share.failure;
  return it;
}

Sample sample(const JsonReader& at) {
  Sample it;
  it.source = at.at("source").vertex();
  it.repeat = at.at("repeat").small();
  for (const auto& [name, member] : clocks) it.*member = at.at(name).real(no_number);
  if (!(it.solve >= 0)) at.at("solve_seconds").fail("must be a number >= 0");
  it.outcome = one_of<Outcome>(at.at("outcome"), outcome);
  if (at.has("sources")) it.sources = at.at("sources").small();
  if (at.has("compared")) it.compared = at.at("compared").small();
  if (it.compared > it.sources) at.at("compared").fail("must not be more than 'sources'");
  if (at.has("certified")) it.certified = at.at("certified").small();
  if (it.certified.value_or(0) > it.sources) at.at("certified").fail("must not be more than 'sources'");
  if (at.has("checked")) it.checked = at.at("checked").small();
  if (at.has("unchecked")) it.unchecked = at.at("unchecked").small();
  if (at.has("forced_switches")) it.forced_switches = at.at("forced_switches").whole();
  if (at.has("cycle")) read_cycle(at, it);
  if (at.has("peer_seconds")) it.peer = at.at("peer_seconds").seconds();
  Certificate& certificate = it.certificate;
  certificate.finding = one_of<Finding>(at.at("verdict"), finding);
  if (at.has("verdict_reason")) certificate.reason = at.at("verdict_reason").text();
  certificate.reached = at.at("reached_vertices").whole();
  certificate.reached_edges = at.at("reached_edges").whole();
  certificate.distance_sum = at.at("distance_sum").real(no_number);
  certificate.max_distance = at.at("distance_max").real(no_number);
  certificate.digest = at.at("digest").text();
  if (at.has("devices")) {
    const JsonReader devices = at.at("devices");
    for (std::size_t i = 0; i < devices.size(); ++i) it.devices.push_back(device_share(devices.at(i)));
  }
  if (at.has("ranks")) it.ranks = rank_traffic(at.at("ranks"));
  const JsonReader work = at.at("work");
  for (const auto& [name, member] : counters) it.work.*member = work.at(name).whole();
  if (!at.has("rounds")) return it;
  const JsonReader rounds = at.at("rounds");
  for (std::size_t i = 0; i < rounds.size(); ++i)
    it.rounds.kept.push_back(traced_round(rounds.at(i), i == 0 ? 0 : it.rounds.kept.back().relaxed_so_far));
  it.rounds.count = at.has("round_count") ? at.at("round_count").whole() : rounds.size();
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
    for (std::size_t i = 0; i < at.at("ranks").size(); ++i) it.usage.ranks.push_back(rank_member(at.at("ranks").at(i)));
  if (!at.has("samples")) return it;
  const JsonReader samples = at.at("samples");
  it.samples.reserve(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) it.samples.push_back(sample(samples.at(i)));
  return it;
}

DeviceReading device_reading(const JsonReader& at) {
  DeviceReading it;
  it.device = at.at("device").small();
  it.source = at.at("source").vertex();
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
  it.source = at.at("source").vertex();
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

json json_number(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

void add_readings(json& object, const Readings& readings) {
  for (const DeviceReading& reading : readings.devices) object["device_readings"].push_back(to_json(reading));
  for (const MachineReading& reading : readings.machine) object["machine_readings"].push_back(to_json(reading));
}

json to_json(const Sample& sample) {
  const Certificate& certificate = sample.certificate;
  json work = json::object();
  for (const auto& [name, member] : counters) work[name] = sample.work.*member;
  json it = {{"source", sample.source},
             {"repeat", sample.repeat},
             {"outcome", name(sample.outcome)},
             {"verdict", name(certificate.finding)},
             {"reached_vertices", certificate.reached},
             {"reached_edges", certificate.reached_edges},
             {"distance_sum", json_number(certificate.distance_sum)},
             {"distance_max", json_number(certificate.max_distance)},
             {"digest", certificate.digest},
             {"forced_switches", sample.forced_switches},
             {"work", std::move(work)}};
  if (sample.sources != 1) it["sources"] = sample.sources;
  if (sample.compared != 0) it["compared"] = sample.compared;
  if (sample.certified) it["certified"] = *sample.certified;
  if (sample.checked != 0) it["checked"] = sample.checked;
  if (sample.unchecked != 0) it["unchecked"] = sample.unchecked;
  for (const auto& [name, member] : clocks) it[name] = json_number(sample.*member);
  if (sample.peer) it["peer_seconds"] = *sample.peer;
  for (const DeviceShare& share : sample.devices) it["devices"].push_back(to_json(share));
  if (sample.ranks) it["ranks"] = to_json(*sample.ranks);
  if (!certificate.reason.empty()) it["verdict_reason"] = certificate.reason;
  if (sample.outcome == Outcome::negative_cycle) add_cycle(it, sample);
  for (const TracedRound& round : sample.rounds.kept) it["rounds"].push_back(to_json(round, sample.rounds.thinned()));
  if (sample.rounds.thinned()) it["round_count"] = sample.rounds.count;
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
  for (const RankMember& member : run.usage.ranks) it["ranks"].push_back(to_json(member));
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
  if (!results.map.is_null()) it["map"] = results.map;
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
  if (at.has("map")) it.map = at.at("map").object();
  if (!it.graph.is_null()) {  // null: the run ended before its graph was loaded
    const JsonReader graph = at.at("graph");
    it.vertices = graph.at("vertices").whole();
    it.edges = graph.at("edges").whole();
    it.directed = graph.at("directed").boolean();
    for (const char* name : {"name", "digest", "weights", "weight_rule"}) graph.at(name).text();
    for (const char* name : {"min_weight", "max_weight", "load_seconds"}) graph.at(name).real(0);
  }
  const JsonReader sources = at.at("sources");
  for (std::size_t i = 0; i < sources.size(); ++i) it.sources.push_back(sources.at(i).vertex());
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
