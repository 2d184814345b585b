// The handshake with a plugin file: whether the object that it exports is a valid descriptor for this host.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::host {

/// Far more than a plugin needs: a larger count was never initialised.
constexpr std::size_t max_option_rows = 1000;
constexpr std::size_t max_default_items = 100'000;
constexpr int deepest_option_table = 8;

/// Whether a plugin may have this name: kebab-case, such as "near-far".
bool is_plugin_name(std::string_view name);

/// Checks magic, api_major, size and abi_tag, in this order and before anything else is read. Throws UserError
/// (ExitCode::plugin) that names `file`, found and expected.
void check_layout(const std::filesystem::path& file, const PluginDescriptor& descriptor);

/// The same, and then names, functions and option rows.
void check_descriptor(const std::filesystem::path& file, const PluginDescriptor& descriptor);

}  // namespace wayfront::host
