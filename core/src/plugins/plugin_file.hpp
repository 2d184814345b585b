// What a plugin's file says of itself: its descriptor, read out of the file as data. No code of the plugin runs.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "wayfront/plugin.hpp"

namespace wayfront::host {

/// The descriptor with all that it points to, checked as check_descriptor does. Its functions are null or not, as in
/// the file, but cannot be called: see open_plugin. Throws UserError (ExitCode::plugin).
std::shared_ptr<const PluginDescriptor> read_descriptor(const std::filesystem::path& file);

/// The sentences for a file that is not there, and for one without a descriptor.
std::string no_such_plugin(const std::filesystem::path& file);
std::string no_plugin_symbol(const std::filesystem::path& file);

}  // namespace wayfront::host
