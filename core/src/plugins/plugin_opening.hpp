// Opens plugin files: from here on, code of the plugin runs in this process. Changes that opening makes to the process
// are reversed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "wayfront/plugin.hpp"

namespace wayfront::host {

/// The descriptor in memory, with functions that can be called. The file stays open forever; opening it again costs
/// nothing. Throws UserError (ExitCode::plugin) if the file cannot be opened or its descriptor is invalid. If the
/// plugin ends the program meanwhile, there is a message and that exit code, unless it calls _exit().
const PluginDescriptor& open_plugin(const std::filesystem::path& file);

/// The changes that openings made to this process and that were restored, since the last call: "plugin 'x' changed the
/// umask when it was opened; it was restored".
std::vector<std::string> take_opening_notes();

/// One more for take_opening_notes(), unless it was there before.
void add_opening_note(const std::string& note);

}  // namespace wayfront::host
