// What ranks report of a run on slices, in results.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/json/json_reader.hpp"
#include "record/result.hpp"

namespace wayfront::host {

nlohmann::json to_json(const RankMember& member);
nlohmann::json to_json(const RankTraffic& traffic);
/// Throw as JsonReader.
RankMember rank_member(const JsonReader& at);
RankTraffic rank_traffic(const JsonReader& at);

}  // namespace wayfront::host
