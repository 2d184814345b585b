// The conformance suite: what every plugin must get right, run for one plugin file.
//
// A plugin may decline a graph with Unsupported, even with its default options: a declined case is skipped with the
// reason. If it declines only some of the graphs of a case, the others decide and the report has the reason.
//
// `wayfront check plugin.so` and the test of each plugin call check_plugin. The cases are in the *_cases.cpp files of
// this folder; case.hpp says what a case is.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "conformance/options.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {

/// Runs every case in order and calls `done` after each; runs none if there is an obstacle. Without options.apart the
/// plugin must be opened (load_plugin): a crash ends this process, and so does a case beyond options.limit, with a message
/// and exit code 1 (failed_run), because a thread cannot be stopped from outside. Throws std::bad_alloc; with options.apart
/// UserError if the plugin cannot be opened, or once this program was asked to stop.
ConformanceResult check_plugin(const Plugin& plugin, const ConformanceOptions& options,
                               const std::function<void(const CaseReport&)>& done);

/// The smallest graph found within 20 seconds on which the plugin fails as in the first failed case that kept its graph
/// and fails again outside of the suite: lines for people, "" if there is none. Its files are in options.keep.
std::string smallest_failure(const std::filesystem::path& plugin, const ConformanceOptions& options,
                             const ConformanceResult& result);

/// "passed   int32: parallel arcs (0.01 s)", with the reason, if any, on a separate line.
std::string to_text(const CaseReport& report);
/// "adds: 97 passed, 1 failed, 3 skipped (4.20 s)", then how many were skipped for which reason and the names of failed
/// cases, one per line, and the smallest graph. With an obstacle three lines: "adds: not checked: " and the reason, and
/// what that means.
std::string summary(const Plugin& plugin, const ConformanceResult& result);

/// {"plugin", "file", "passed", "failed", "skipped", "not_checked": the obstacle or null, "smallest": text or null,
/// "cases": [{"name", "result", "reason", "seconds"}]}.
nlohmann::json conformance_json(const Plugin& plugin, const ConformanceResult& result);

}  // namespace wayfront::host
