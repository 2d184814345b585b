#include "call/call_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

namespace wayfront::host {
namespace {

using nlohmann::json;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

/// The counters of Work by name, to write and to read them.
constexpr std::pair<const char*, std::uint64_t Work::*> counters[] = {
    {"rounds", &Work::rounds},     {"settled", &Work::settled}, {"relaxed", &Work::relaxed},
    {"improved", &Work::improved}, {"pushed", &Work::pushed},   {"stale", &Work::stale}};

constexpr std::pair<const char*, double Call::*> clocks[] = {
    {"solve_seconds", &Call::solve},     {"setup_seconds", &Call::setup},       {"upload_seconds", &Call::upload},
    {"compute_seconds", &Call::compute}, {"download_seconds", &Call::download}, {"host_seconds", &Call::host},
    {"verify_seconds", &Call::verify}};

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

void add_cycle(json& it, const Call& call) {
  it["cycle"] = call.cycle;
  if (call.cycle_arcs.empty()) return;
  const std::size_t count = call.cycle_arcs.size();
  json& arcs = it["cycle_arcs"] = json::array();
  for (std::size_t i = 0; i < count; ++i)
    arcs.push_back({{"from", call.cycle[i]},
                    {"to", call.cycle[(i + 1) % count]},
                    {"arc", call.cycle_arcs[i].number},
                    {"weight", weight_json(call.cycle_arcs[i].weight)}});
  it["cycle_weight"] = weight_json(call.cycle_weight);
}

void read_cycle(const JsonReader& at, Call& it) {
  const JsonReader cycle = at.at("cycle");
  for (std::size_t i = 0; i < cycle.size(); ++i) it.cycle.push_back(vertex_id(cycle.at(i)));
  if (!at.has("cycle_arcs")) return;
  const JsonReader arcs = at.at("cycle_arcs");
  if (arcs.size() != it.cycle.size()) arcs.fail(fmt::format("must have {} arcs, as 'cycle' has", it.cycle.size()));
  for (std::size_t i = 0; i < arcs.size(); ++i)
    it.cycle_arcs.push_back({arcs.at(i).at("arc").whole(), read_weight(arcs.at(i).at("weight"))});
  it.cycle_weight = read_weight(at.at("cycle_weight"));
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

}  // namespace

json json_number(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

VertexId vertex_id(const JsonReader& at) {
  if (at.json().is_string()) return VertexId(std::string_view(at.json().get_ref<const std::string&>()));
  return {at.whole()};
}

json to_json(const Call& call) {
  const Certificate& certificate = call.certificate;
  json work = json::object();
  for (const auto& [name, member] : counters) work[name] = call.work.*member;
  json it = {{"outcome", name(call.outcome)},
             {"verdict", name(certificate.finding)},
             {"reached_vertices", certificate.reached},
             {"reached_edges", certificate.reached_edges},
             {"distance_sum", json_number(certificate.distance_sum)},
             {"distance_max", json_number(certificate.max_distance)},
             {"digest", certificate.digest},
             {"forced_switches", call.forced_switches},
             {"work", std::move(work)}};
  if (call.sources != 1) it["sources"] = call.sources;
  if (call.compared != 0) it["compared"] = call.compared;
  if (call.certified) it["certified"] = *call.certified;
  if (call.checked != 0) it["checked"] = call.checked;
  if (call.unchecked != 0) it["unchecked"] = call.unchecked;
  for (const auto& [name, member] : clocks) it[name] = json_number(call.*member);
  if (call.peer) it["peer_seconds"] = *call.peer;
  for (const DeviceShare& share : call.devices) it["devices"].push_back(to_json(share));
  if (!certificate.reason.empty()) it["verdict_reason"] = certificate.reason;
  if (call.outcome == Outcome::negative_cycle) add_cycle(it, call);
  for (const TracedRound& round : call.rounds.kept) it["rounds"].push_back(to_json(round, call.rounds.thinned()));
  if (call.rounds.thinned()) it["round_count"] = call.rounds.count;
  return it;
}

Call call_from_json(const JsonReader& at) {
  Call it;
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
  const JsonReader work = at.at("work");
  for (const auto& [name, member] : counters) it.work.*member = work.at(name).whole();
  if (!at.has("rounds")) return it;
  const JsonReader rounds = at.at("rounds");
  for (std::size_t i = 0; i < rounds.size(); ++i)
    it.rounds.kept.push_back(traced_round(rounds.at(i), i == 0 ? 0 : it.rounds.kept.back().relaxed_so_far));
  it.rounds.count = at.has("round_count") ? at.at("round_count").whole() : rounds.size();
  return it;
}

}  // namespace wayfront::host
