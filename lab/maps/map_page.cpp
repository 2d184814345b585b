#include "maps/map_page.hpp"

#include <nlohmann/json.hpp>

#include "maps/html_page.hpp"
#include "maps/map_data.hpp"
#include "maps/map_page_files.hpp"

namespace wayfront::host {

std::string map_page(const MapAnswer& answer) {
  return html_page(map_html,
                   {{"{{style}}", map_style}, {"{{data}}", in_script(map_data(answer))}, {"{{script}}", map_script}});
}

}  // namespace wayfront::host
