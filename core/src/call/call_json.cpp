#include "call/call_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "call/call_fields.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

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
  return at.real(std::numeric_limits<double>::quiet_NaN());
}

void add_cycle(json& object, const Call& call) {
  if (call.outcome != Outcome::negative_cycle) return;
  object["cycle"] = call.cycle;
  if (call.cycle_arcs.empty()) return;
  const std::size_t count = call.cycle_arcs.size();
  json& arcs = object["cycle_arcs"] = json::array();
  for (std::size_t i = 0; i < count; ++i)
    arcs.push_back({{"from", call.cycle[i]},
                    {"to", call.cycle[(i + 1) % count]},
                    {"arc", call.cycle_arcs[i].number},
                    {"weight", weight_json(call.cycle_arcs[i].weight)}});
  object["cycle_weight"] = weight_json(call.cycle_weight);
}

void read_cycle(const JsonReader& at, Call& call) {
  if (!at.has("cycle")) return;
  read_field(at.at("cycle"), call.cycle);
  if (!at.has("cycle_arcs")) return;
  const JsonReader arcs = at.at("cycle_arcs");
  if (arcs.size() != call.cycle.size()) arcs.fail(fmt::format("must have {} arcs, as 'cycle' has", call.cycle.size()));
  for (std::size_t i = 0; i < arcs.size(); ++i)
    call.cycle_arcs.push_back({arcs.at(i).at("arc").whole(), read_weight(arcs.at(i).at("weight"))});
  call.cycle_weight = read_weight(at.at("cycle_weight"));
}

/// A thinned trace has the sums that its rounds alone do not give.
void add_rounds(json& object, const Call& call) {
  const TracedRounds& rounds = call.rounds;
  for (const TracedRound& round : rounds.kept) {
    object["rounds"].push_back(json_of(round));
    for (std::size_t i = 0; i < call.counters.size(); ++i)
      object["rounds"].back()["counters"][call.counters[i].name] = round.own[i];
    if (rounds.thinned()) object["rounds"].back()["relaxed_so_far"] = round.relaxed_so_far;
  }
  if (rounds.thinned()) object["round_count"] = rounds.count;
}

void read_rounds(const JsonReader& at, Call& call) {
  if (!at.has("rounds")) return;
  TracedRounds& rounds = call.rounds;
  const JsonReader kept = at.at("rounds");
  std::uint64_t relaxed = 0;  // so far
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const JsonReader one = kept.at(i);
    TracedRound& round = rounds.kept.emplace_back();
    read_field(one, round);
    for (std::size_t own = 0; own < call.counters.size() && one.has("counters"); ++own)
      round.own[own] = one.at("counters").at(call.counters[own].name.c_str()).whole();
    relaxed = one.has("relaxed_so_far") ? one.at("relaxed_so_far").whole() : relaxed + round.relaxed;
    round.relaxed_so_far = relaxed;
  }
  rounds.count = at.has("round_count") ? at.at("round_count").whole() : kept.size();
}

/// What holds between fields.
void check(const JsonReader& at, const Call& call) {
  if (call.certified.value_or(0) > call.sources) at.at("certified").fail("must not be more than 'sources'");
  if (call.compared > call.certified.value_or(call.sources))
    at.at("compared").fail(fmt::format("must not be more than '{}'", call.certified ? "certified" : "sources"));
  if (call.counters.size() > std::size(call.work.own))
    at.at("counters").fail(fmt::format("must have at most {}", std::size(call.work.own)));
}

}  // namespace

void read_value(const JsonReader& at, VertexId& id) {
  id = at.json().is_string() ? VertexId(std::string_view(at.json().get_ref<const std::string&>())) : at.whole();
}

json to_json(const Call& call) {
  json object = json_of(call);
  add_cycle(object, call);
  add_rounds(object, call);
  return object;
}

Call call_from_json(const JsonReader& at) {
  Call call;
  read_field(at, call);
  check(at, call);
  std::ranges::transform(call.counters, call.work.own, &OwnCounter::count);
  read_cycle(at, call);
  read_rounds(at, call);
  return call;
}

}  // namespace wayfront::host
