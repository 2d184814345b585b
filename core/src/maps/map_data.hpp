// What a map shows, as the data of its page. The files in map_page/ read it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "maps/map_page.hpp"

namespace wayfront::host {

/// Throws as map_page().
nlohmann::json map_data(const MapAnswer& answer);

}  // namespace wayfront::host
