// The handshake with a plugin file: whether the object that it exports is a descriptor this host can believe.
#pragma once

#include <filesystem>

#include "wayfront/plugin.hpp"

namespace wayfront::host {

/// Checks magic, api_major, size and abi_tag, in this order and before anything else is read; then names, functions and
/// option rows. Throws UserError (ExitCode::plugin) that names `file`, found and expected.
void check_descriptor(const std::filesystem::path& file, const PluginDescriptor& descriptor);

}  // namespace wayfront::host
