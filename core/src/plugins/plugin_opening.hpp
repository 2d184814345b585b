// Opens plugin files: from here on, code of the plugin runs in this process.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "wayfront/plugin.hpp"

namespace wayfront::host {

/// The descriptor in memory, with functions that can be called. The file stays open forever; opening it again costs
/// nothing. Throws UserError (ExitCode::plugin) if the file cannot be opened or its descriptor is invalid. If the
/// plugin ends the program meanwhile, see plugin_work.hpp.
const PluginDescriptor& open_plugin(const std::filesystem::path& file);

/// What openings have changed since the last call: "plugin 'x' changed the floating-point mode when it was opened; it was
/// restored".
std::vector<std::string> take_opening_notes();

}  // namespace wayfront::host
