// Options of a plugin as a program gives them, checked against the plugin's rows.
#pragma once

#include <string_view>

#include "plugins/plugin_registry.hpp"
#include "settings/settings.hpp"
#include "wayfront/wayfront.hpp"

namespace wayfront {

/// `title` names them in messages: "options of plugin 'adds'". Throws host::UserError (usage) with all errors.
host::Settings settings_of(const Options& options, std::span<const OptionRow> rows, std::string_view title);
/// Of this plugin.
host::Settings settings_of(const Options& options, const host::Plugin& plugin);

}  // namespace wayfront
