// What a map shows, as the data of its page. The files in map_page/ read it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "maps/map_answer.hpp"

namespace wayfront::host {

/// Vertices that a page can draw. Of larger graphs it draws what is reached.
inline constexpr std::uint64_t max_map_vertices = 3'000'000;

/// Throws UserError (ExitCode::input) if more vertices are reached than that.
nlohmann::json map_data(const MapAnswer& answer);

}  // namespace wayfront::host
