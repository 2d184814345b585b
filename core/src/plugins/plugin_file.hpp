// The descriptor of a plugin, read from the file as data. No code of the plugin runs.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "wayfront/plugin.hpp"

namespace wayfront::host {

/// The descriptor with everything it points to, checked by check_descriptor. Its functions are null or not, as in the
/// file, but cannot be called: see open_plugin. Throws UserError (ExitCode::plugin).
std::shared_ptr<const PluginDescriptor> read_descriptor(const std::filesystem::path& file);

/// The messages for a missing file, and for a file without a descriptor.
std::string no_such_plugin(const std::filesystem::path& file);
std::string no_plugin_symbol(const std::filesystem::path& file);

}  // namespace wayfront::host
