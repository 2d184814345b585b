// A map as one page of HTML without network access: the network coloured by distance from a vertex, and shortest paths.
#pragma once

#include <string>

#include "maps/map_answer.hpp"

namespace wayfront::host {

/// The page.
std::string map_page(const MapAnswer& answer);
/// The page without its data: "{{data}}" stands for them, once.
std::string map_frame();
/// The same for two maps side by side: when the distances of two runs became final. Its data have "orders" (map_order.hpp).
std::string order_frame();

}  // namespace wayfront::host
