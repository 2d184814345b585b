// What a map shows, as the data of its page. The files in map_page/ read it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "maps/map_answer.hpp"
#include "maps/map_selection.hpp"

namespace wayfront::host {

nlohmann::json map_data(const MapAnswer& answer);
/// The same of vertices that were selected for it.
nlohmann::json map_data(const MapAnswer& answer, const MapSelection& selection);

}  // namespace wayfront::host
