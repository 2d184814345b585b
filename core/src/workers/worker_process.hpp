// The worker process: it maps the graph, creates one plugin's instance, and solves on request of the host.
#pragma once

#include <nlohmann/json.hpp>

#include "certify/asked.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/measure_rules.hpp"
#include "settings/settings.hpp"
#include "workers/channel.hpp"
#include "workers/worker.hpp"

namespace wayfront::host {

/// The first message to a worker.
nlohmann::json worker_setup(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options,
                            const Asked& asked, const MeasureRules& rules, unsigned threads,
                            const WorkerRules& workers);

/// Sends the reply to a request, or, if it is too long for a message or memory runs out, a failed ending that says so.
/// False if the host is gone.
bool reply(Channel& channel, const nlohmann::json& message);

/// Serves the host through the descriptors of worker.hpp until it closes them, and then does not return. Returns the
/// exit code (usage) if these descriptors are missing.
int serve_as_worker();

}  // namespace wayfront::host
