// `auto`: the one algorithm that is not a file. Its descriptor makes it a plugin for lists, options and pipelines; before
// anything is solved, the host puts a plugin of its choice in its place (auto/choice.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "wayfront/plugin.hpp"

namespace wayfront::host {

/// The options of `auto`.
struct ChooserOptions {
  std::int64_t sources = 0;            // that will be asked in all; 0: those of the question
  bool device = true;                  // plugins for a device may be chosen
  std::vector<std::string> without{};  // plugins that are not chosen
  bool trials = true;  // where there are enough sources, candidates solve a few of them before the choice
};

/// Its descriptor, which has no functions.
const PluginDescriptor& chooser();

}  // namespace wayfront::host
