// The conformance suite: what every plugin has to get right, run in this process against one plugin file.
//
// A plugin may decline a graph with Unsupported, by its default options, too: a case that it declines is skipped with
// the reason. Where it declines only some of the graphs of a case, the others decide and the report has the reason.
//
// `wayfront check plugin.so` and the test of each plugin call check_plugin. The cases live in the *_cases.cpp files
// beside this one; case.hpp says what a case is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/options.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {

enum class CaseResult : std::uint8_t { passed, failed, skipped };

struct CaseReport {
  std::string name;
  CaseResult result = CaseResult::passed;
  std::string reason{};  // one sentence; of a passed case, what the plugin declined of it
  double seconds = 0;
};

struct ConformanceResult {
  std::vector<CaseReport> cases;
  std::string obstacle{};  // why nothing could be tried here, such as a device that is missing; "" if something could
  std::size_t count(CaseResult result) const;
  /// Whether a case passed and none failed. Cases that were all skipped prove nothing.
  bool passed() const { return count(CaseResult::passed) != 0 && count(CaseResult::failed) == 0; }
};

/// Runs every case in order and calls `done` after each; none where there is an obstacle. A plugin that crashes takes
/// the process with it. One that does not come back from a case within options.limit is named on stderr, and the
/// process ends with exit code 1 (failed_run), as there is no way to take a thread back. Throws std::bad_alloc.
ConformanceResult check_plugin(const Plugin& plugin, const ConformanceOptions& options,
                               const std::function<void(const CaseReport&)>& done);

/// "passed   int32: parallel arcs (0.01 s)", with the reason on a line of its own where there is one.
std::string to_text(const CaseReport& report);
/// "adds: 97 passed, 1 failed, 3 skipped (4.20 s)", then how many were skipped for which reason and the names of failed
/// cases, one per line. With an obstacle "adds: nothing was checked: " and the reason.
std::string summary(const Plugin& plugin, const ConformanceResult& result);

}  // namespace wayfront::host
