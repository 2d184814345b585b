// What a worker process does: it maps the graph, makes one plugin's instance, and solves when the host asks.
#pragma once

#include <nlohmann/json.hpp>

#include "plugins/plugin_registry.hpp"
#include "run/measure_rules.hpp"
#include "settings/settings.hpp"
#include "workers/channel.hpp"

namespace wayfront::host {

/// What a worker is told first.
nlohmann::json worker_setup(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options,
                            const MeasureRules& rules, unsigned threads, bool copies_graph);

/// Sends the reply to a question, or, where it is longer than a message may be or memory does not suffice, a failed
/// ending that says so. False where the host is gone.
bool reply(Channel& channel, const nlohmann::json& message);

/// Serves the host behind the descriptors of worker.hpp until it closes them; does not return then. The exit code
/// (usage) where there are none.
int serve_as_worker();

}  // namespace wayfront::host
