// A map as one page of HTML without network access: the network coloured by distance from a vertex, and shortest paths.
#pragma once

#include <string>

#include "maps/map_answer.hpp"

namespace wayfront::host {

/// The page. Throws UserError (ExitCode::usage) where more vertices are reached than one has room for.
std::string map_page(const MapAnswer& answer);

}  // namespace wayfront::host
