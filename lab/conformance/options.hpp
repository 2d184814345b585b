// How the conformance suite runs, and what comes out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace wayfront::host
