// Opens plugin files: from here on code of the plugin runs in this process, and what its opening changes there is put
// back.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "wayfront/plugin.hpp"

namespace wayfront::host {

/// The descriptor in memory, with functions that can be called. The file stays open for good; opening it again is free.
/// Throws UserError (ExitCode::plugin) where the file cannot be opened or its descriptor is not to be believed. A
/// plugin that ends the program meanwhile does so with a sentence and that exit code, unless it goes by _exit().
const PluginDescriptor& open_plugin(const std::filesystem::path& file);

/// What openings changed in this process and was put back, since the last call: "plugin 'x' changed the umask when it
/// was opened; it was put back".
std::vector<std::string> take_opening_notes();

}  // namespace wayfront::host
