// The descriptor of a plugin, read from the file as data, and whether it is valid for this host. No code of the plugin runs.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::host {

/// Whether a plugin may have this name: kebab-case, such as "my-plugin".
bool is_plugin_name(std::string_view name);

/// Checks magic, api_major, size and abi_tag, in this order and before anything else is read; then names, functions and
/// option rows. Throws UserError (ExitCode::plugin) that names `file`, found and expected.
void check_descriptor(const std::filesystem::path& file, const PluginDescriptor& descriptor);

/// The descriptor with everything it points to, checked by check_descriptor. Its functions are null or not, as in the
/// file, but cannot be called: see open_plugin. Throws UserError (ExitCode::plugin).
std::shared_ptr<const PluginDescriptor> read_descriptor(const std::filesystem::path& file);

/// The messages for a missing file, and for a file without a descriptor.
std::string no_such_plugin(const std::filesystem::path& file);
std::string no_plugin_symbol(const std::filesystem::path& file);

}  // namespace wayfront::host
