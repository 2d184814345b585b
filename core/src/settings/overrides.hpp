// Replaces values of a pipeline file by those of the command line, before anything is checked.
#pragma once

#include <filesystem>
#include <string_view>

#include "settings/diagnostics.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

/// Applies one "table.key=value". Its place in messages is "--set table.key".
void apply_override(Document& document, std::string_view text, Diagnostics& diagnostics);

/// Makes `file` the graph's path and removes loader and options. Its place in messages is "--graph".
void override_graph(Document& document, const std::filesystem::path& file, Diagnostics& diagnostics);

}  // namespace wayfront::host
