// A little graph in a file, and the loaders to read it, for the tests of loading.
#pragma once

#include "../../test.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {

constexpr std::string_view triangle = "p sp 3 3\na 1 2 4\na 2 3 -5\na 3 1 6\n";

/// Those plugins and no others.
inline PluginRegistry registry_of(std::initializer_list<const char*> files) {
  PluginRegistry it;
  for (const char* const file : files) it.add_file(file);
  return it;
}

}  // namespace wayfront::host
