// The plugins that a fuzz target loads: those of the folder lib/wayfront/plugins beside the target's own folder, as the
// program finds its own. So a target runs wherever the two folders are copied together.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "memory_file.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront {

/// All of them or, with a name, that one alone. Ends the program where there is none.
inline const host::PluginRegistry& fuzzed_plugins(const std::string& name = "") {
  static const host::PluginRegistry& registry = [&] {
    static host::PluginRegistry made;
    for (const std::filesystem::path& folder : host::PluginRegistry::default_directories()) {
      const std::filesystem::path file = folder / (name + ".so");
      if (name.empty())
        made.add_directory(folder);
      else if (std::filesystem::exists(file))
        made.add_file(file);
    }
    if (made.plugins().empty()) fault("the plugins are not in lib/wayfront/plugins beside this program's folder");
    return std::cref(made);
  }();
  return registry;
}

}  // namespace wayfront
