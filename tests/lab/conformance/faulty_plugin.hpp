// The plugins of tests/plugins/faulty.
#pragma once

#include <memory>
#include <string>

#include "plugins/plugin_registry.hpp"

namespace wayfront::host {

inline Plugin faulty(const std::string& name) {
  return load_plugin(std::string(WAYFRONT_FAULTY_PLUGINS) + "/" + name + ".so");
}

/// The plugin with a bug, which is the default of its option.
inline Plugin with_bug(const std::string& bug) {
  struct Changed {
    std::string bug;
    OptionRow row;
    PluginDescriptor descriptor;
  };
  Plugin plugin = faulty("bugs");
  const auto changed = std::make_shared<Changed>(Changed{bug, plugin.options()[0], *plugin.descriptor});
  changed->row.default_value.text = changed->bug.c_str();
  changed->descriptor.options = &changed->row;
  plugin.descriptor = {changed, &changed->descriptor};
  return plugin;
}

}  // namespace wayfront::host
