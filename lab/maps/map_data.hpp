// What a map shows, as the data of its page. The files in map_page/ read it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "maps/map_answer.hpp"

namespace wayfront::host {

/// Throws UserError (ExitCode::usage) where more vertices are reached than a page has room for.
nlohmann::json map_data(const MapAnswer& answer);

}  // namespace wayfront::host
