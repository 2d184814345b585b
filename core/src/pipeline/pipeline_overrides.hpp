// What the command line puts in place of a pipeline file's values, before anything is checked.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include <toml++/toml.h>

#include "settings/settings.hpp"

namespace wayfront::host {

/// Applies one "table.key=value". Its place in messages is "--set table.key".
void apply_override(toml::table& root, std::string_view text, Diagnostics& diagnostics);

/// A table whose key "value" holds the TOML value that a command-line argument is, or the argument as a text where it
/// is none; nothing after an error. `place` names the argument in messages.
std::optional<toml::table> parse_argument(std::string_view text, std::string_view place, Diagnostics& diagnostics);

/// Makes `file` the graph's path and removes loader and options. Its place in messages is "--graph".
void override_graph(toml::table& root, const std::filesystem::path& file, Diagnostics& diagnostics);

}  // namespace wayfront::host
