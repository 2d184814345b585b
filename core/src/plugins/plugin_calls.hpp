// Plugins that call plugins: the implementation of RunContext::algorithm.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/plugin_registry.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::host {

/// The available plugins, and the active callers, each called by the previous one.
struct PluginCalls {
  const PluginRegistry* plugins = nullptr;  // null: none can be called
  std::vector<std::string> callers;
  std::shared_ptr<std::vector<std::string>> called{};  // the name of each that was called, once; null: not wanted
};

/// An instance of the algorithm plugin `name` for the last of the callers; see RunContext::algorithm. Its statuses and
/// log lines begin with its name; plugins that it calls know all callers. `calls.plugins` must outlive it. Throws
/// Failure and Unsupported.
std::shared_ptr<Algorithm> call_plugin(const PluginCalls& calls, std::string_view name, std::string_view options,
                                       const GraphInfo& graph, int device);

}  // namespace wayfront::host
