// Replaces values of a pipeline file by those of the command line, before anything is checked.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include <toml++/toml.h>

#include "settings/settings.hpp"

namespace wayfront::host {

/// Applies one "table.key=value". Its place in messages is "--set table.key".
void apply_override(toml::table& root, std::string_view text, Diagnostics& diagnostics);

/// Makes `file` the graph's path and removes loader and options. Its place in messages is "--graph".
void override_graph(toml::table& root, const std::filesystem::path& file, Diagnostics& diagnostics);

}  // namespace wayfront::host
