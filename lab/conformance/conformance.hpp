// The conformance suite: what every plugin must get right, run for one plugin file.
//
// A plugin may decline a graph with Unsupported, even with its default options: a declined case is skipped with the
// reason. If it declines only some of the graphs of a case, the others decide and the report has the reason.
//
// `wayfront check plugin.so` and the test of each plugin call check_plugin. The cases are in the *_cases.cpp files of
// this folder; case.hpp says what a case is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/fields.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {

/// How the suite runs.
struct ConformanceOptions {
  bool quick = false;      // fewer and smaller graphs: for builds with sanitizers
  std::uint64_t seed = 1;  // of the random graphs
  unsigned threads = 0;    // for parallel_for; 0: those of the machine, at most 4
  double patience = 1;     // seconds that a plugin may take to stop after it was cancelled
  double limit = 60;       // seconds that one case may take before its process is ended
  /// Runs cases in processes of their own: one each, or for a plugin with capability::device one for all until it ends,
  /// because it takes long to start with a device. A crash or a case beyond the limit is then a failed case. This
  /// process must have one thread and must not have opened the plugin.
  bool apart = false;
  bool strict = false;                       // a case declined with the default options fails
  std::string only;                          // only cases whose name contains this
  std::string first;                         // the case of this name comes first
  std::vector<std::filesystem::path> files;  // for a loader that reads files: files of its format
  std::filesystem::path keep;                // the folder for graphs of failed cases; empty: they are not kept
  std::filesystem::path scratch;  // in its place if it is empty, for smallest_failure(); its files are not mentioned
  bool keeps_ahead = false;       // keeps each graph before the plugin is asked: it may crash
  std::function<void(std::string_view name)> starting;  // called before each case; may be empty
  const PluginRegistry* plugins = nullptr;              // plugins that the plugin may call; null: none
  std::filesystem::path worker;  // the program that serves as worker (worker_process.hpp); empty: no cases with workers
};

enum class CaseResult : std::uint8_t { passed, failed, skipped };
template <>
inline constexpr auto enum_names<CaseResult> = std::to_array<std::string_view>({"passed", "failed", "skipped"});
inline std::string_view name(CaseResult result) { return name_of(result); }

struct CaseReport {
  std::string name;
  CaseResult result = CaseResult::passed;
  std::string reason{};  // one sentence; for a passed case, which part the plugin declined
  double seconds = 0;
};
template <>
inline constexpr auto fields<CaseReport> = std::tuple{
    field<&CaseReport::name>("name", Unit::text, "Of the case."),
    field<&CaseReport::result>("result", Unit::text, "How it ended."),
    field<&CaseReport::reason>("reason", Unit::text, "Why, in one sentence."),
    field<&CaseReport::seconds>("seconds", Unit::seconds, "That it took."),
};

struct ConformanceResult {
  std::vector<CaseReport> cases;
  std::string obstacle{};            // why nothing could be tried here, such as a missing device; "" if something could
  std::string smallest{};            // see smallest_failure()
  std::vector<std::string> notes{};  // what opening the plugin changed in its process; only with options.apart
  std::size_t count(CaseResult result) const;
  /// Whether a case passed and none failed. Cases that were all skipped prove nothing.
  bool passed() const { return count(CaseResult::passed) != 0 && count(CaseResult::failed) == 0; }
};

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
