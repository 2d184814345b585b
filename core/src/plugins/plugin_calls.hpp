// Plugins that call plugins: what is behind RunContext::algorithm.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/plugin_registry.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::host {

/// Who may call what: the plugins there are, and those at work already, each called by the one before.
struct PluginCalls {
  const PluginRegistry* plugins = nullptr;  // null: there are none to call
  std::vector<std::string> callers;
};

/// An instance of the algorithm plugin `name` for the last of the callers, as RunContext::algorithm says. Its statuses
/// begin with its name, its log lines, too; what it calls in turn knows all callers. `calls.plugins` must outlive it.
/// Throws Failure and Unsupported.
std::shared_ptr<Algorithm> call_plugin(const PluginCalls& calls, std::string_view name, std::string_view options,
                                       const GraphInfo& graph, int device);

}  // namespace wayfront::host
