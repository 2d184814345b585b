#include "record/rank_figures.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

namespace wayfront::host {
namespace {

using nlohmann::json;

constexpr std::pair<const char*, std::uint64_t RankMember::*> sizes[] = {{"vertices", &RankMember::vertices},
                                                                         {"edges", &RankMember::edges},
                                                                         {"ghosts", &RankMember::ghosts},
                                                                         {"share_bytes", &RankMember::share_bytes},
                                                                         {"peak_bytes", &RankMember::peak_bytes}};
constexpr std::pair<const char*, std::uint64_t MessageCount::*> counts[] = {
    {"messages", &MessageCount::messages},
    {"bytes", &MessageCount::bytes},
    {"collectives", &MessageCount::collectives}};

json to_json(const MessageCount& count) {
  json it;
  for (const auto& [name, member] : counts) it[name] = count.*member;
  return it;
}

MessageCount message_count(const JsonReader& at) {
  MessageCount it;
  for (const auto& [name, member] : counts) it.*member = at.at(name).whole();
  return it;
}

}  // namespace

json to_json(const RankMember& rank) {
  json it = {{"host", rank.host}};
  for (const auto& [name, member] : sizes) it[name] = rank.*member;
  return it;
}

json to_json(const RankTraffic& traffic) {
  return {
      {"crossing", traffic.crossing}, {"solve", to_json(traffic.solve)}, {"certificate", to_json(traffic.certificate)}};
}

RankMember rank_member(const JsonReader& at) {
  RankMember it;
  it.host = at.at("host").text();
  for (const auto& [name, member] : sizes) it.*member = at.at(name).whole();
  return it;
}

RankTraffic rank_traffic(const JsonReader& at) {
  return {.crossing = at.at("crossing").whole(),
          .solve = message_count(at.at("solve")),
          .certificate = message_count(at.at("certificate"))};
}

}  // namespace wayfront::host
