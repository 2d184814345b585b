// Describes plugins from their descriptors alone, for `wayfront describe` and `wayfront list`.
#pragma once

#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "plugins/plugin_registry.hpp"
#include "wayfront/options.hpp"

namespace wayfront::host {

// Each text ends with a newline.

/// For a terminal: what it is, what it can do, each option with type, range, default and meaning.
std::string describe_text(const Plugin& plugin);
/// A [[run]] table with every option at its default, or the [graph] table of a loader with its options as comments:
/// ready to paste.
std::string describe_toml(const Plugin& plugin);
nlohmann::json describe_json(const Plugin& plugin);

// Only rows, for tables that do not belong to a plugin.

/// Each row with type, range, default and meaning.
std::string options_text(std::span<const OptionRow> rows);
/// Each row as a comment with its default in TOML.
std::string options_toml(std::span<const OptionRow> rows);
/// Rows as a Markdown table; only a sentence if there are none.
std::string options_markdown(std::span<const OptionRow> rows);
/// A list of objects: name, type, range or choices, default, meaning.
nlohmann::json options_json(std::span<const OptionRow> rows);

/// One line per plugin, then the files that could not be used and why.
std::string list_text(const PluginRegistry& plugins);
nlohmann::json list_json(const PluginRegistry& plugins);

}  // namespace wayfront::host
