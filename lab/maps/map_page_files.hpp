// The files of lab/maps/map_page, of which a map is made.
#pragma once

#include <string_view>

namespace wayfront::host {

/// Has one line each "{{style}}", "{{data}}" and "{{script}}".
extern const std::string_view map_html;
extern const std::string_view map_style;
extern const std::string_view map_script;

}  // namespace wayfront::host
