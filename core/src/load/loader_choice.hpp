// Chooses the loader for a file by its first bytes. Formats that no loader reads are recognised, too, so that a message can
// name them and a workaround.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "plugins/plugin_registry.hpp"

namespace wayfront::host {

struct LoaderChoice {
  const Plugin* plugin = nullptr;
  std::string reason;  // "forced", or what the loader saw in the first bytes
};

/// The loader called `name`; null if the content of the file at `path` decides, or if the host itself reads it. Throws
/// UserError if loader and path do not go together.
const Plugin* named_loader(const PluginRegistry& plugins, const std::string& name, const std::filesystem::path& path);

/// Throws UserError (ExitCode::input) if no loader, or more than one, recognises `head`; the message lists the loaders
/// that were tried. `compression` is what the file was decompressed from, for that message; "" if it was not.
LoaderChoice choose_loader(const PluginRegistry& plugins, std::string_view head, std::string_view file,
                           std::string_view compression = {});

/// The name of the loader that the content of the file chooses, for options that come without one. Throws UserError: usage
/// if the file cannot be opened again to be loaded, and the errors of choose_loader().
std::string loader_of(const std::filesystem::path& file, const PluginRegistry& plugins);

/// The type of weights to try first: the one that is wanted, which throws UserError (ExitCode::usage) if the loader
/// does not have it; for weights = "auto" that of the usual file, if it has that.
WeightKind first_kind(const Plugin& loader, std::optional<WeightKind> wanted);

/// What a file is that no loader reads: "a Parquet file; write it as CSV, ..."; "" for anything else.
std::string_view unreadable_format(std::string_view head);

}  // namespace wayfront::host
