// The pipeline file as JSON Schema (2020-12), for editors and other validators: `wayfront describe --schema`.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "plugins/plugin_registry.hpp"

namespace wayfront::app {

/// Every table from its rows, with the options of these plugins. What depends on the graph, on other files or on labels is
/// left to the program: a file that this refuses is refused by `run`, and not the other way round.
nlohmann::json pipeline_schema(const host::PluginRegistry& plugins);

}  // namespace wayfront::app
