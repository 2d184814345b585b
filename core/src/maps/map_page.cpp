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

std::string map_frame() {
  return html_page(map_html, {{"{{style}}", map_style}, {"{{data}}", "{{data}}"}, {"{{script}}", map_script}});
}

std::string order_frame() {
  return html_page(order_html, {{"{{style}}", order_style}, {"{{data}}", "{{data}}"}, {"{{script}}", order_script}});
}

}  // namespace wayfront::host
