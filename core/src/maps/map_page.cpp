#include "maps/map_page.hpp"

#include <nlohmann/json.hpp>

#include "base/html_page.hpp"
#include "maps/map_data.hpp"
#include "maps/map_page_files.hpp"

namespace wayfront::host {

std::string map_page(const MapAnswer& answer) { return html_page(map_html, map_style, map_data(answer), map_script); }

}  // namespace wayfront::host
