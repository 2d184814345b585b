#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <system_error>

#include "base/errors.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "conformance/conformance.hpp"
#include "measure/experiment.hpp"
#include "measure/observer.hpp"
#include "measure/shrink/smallest_graph.hpp"
#include "pipeline/pipeline.hpp"

namespace wayfront::host {
namespace {

class Finder final : public Observer {
 public:
  void shrunk(const SmallestGraph& graph) override { found = graph; }

  SmallestGraph found;
};

/// Runs the pipeline of a failed case.
SmallestGraph smallest_of(const std::filesystem::path& file, const std::string& name, double seconds,
                          const std::filesystem::path& folder, const std::filesystem::path& plugin,
                          const ConformanceOptions& options) {
  Finder finder;
  try {
    Pipeline pipeline = parse_pipeline(file, {}, *options.plugins);
    std::error_code error;
    if (!std::filesystem::equivalent(pipeline.runs.front().plugin.file, plugin, error))
      return {};  // an earlier check of another plugin kept it
    pipeline.keep = folder;
    pipeline.measure.rules.total_timeout = seconds;
    pipeline.runs.front().label = "smallest of " + name;
    Experiment(pipeline, *options.plugins, options.worker, finder).execute(pipeline.cases.front());
  } catch (const UserError&) {  // then there is none
  }
  return finder.found;
}

}  // namespace

std::string smallest_failure(const std::filesystem::path& plugin, const ConformanceOptions& options,
                             const ConformanceResult& result) {
  constexpr double seconds = 20;
  const std::filesystem::path& folder = options.keep.empty() ? options.scratch : options.keep;
  if (folder.empty() || options.plugins == nullptr) return {};
  const auto start = std::chrono::steady_clock::now();
  for (const CaseReport& report : result.cases) {
    const std::filesystem::path file = folder / (file_name_of(report.name, '.', '-') + ".toml");
    std::error_code error;
    if (report.result != CaseResult::failed || !std::filesystem::exists(file, error)) continue;
    const double left = seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (left <= 0 || stop_requested) break;
    const SmallestGraph found = smallest_of(file, report.name, left, folder, plugin, options);
    if (!found.found()) continue;
    if (!options.keep.empty()) return fmt::format("{}: {}", report.name, found.text());
    std::string text = fmt::format("{}: {}; --keep DIR writes it", report.name, found.what);
    for (const std::string& arc : found.arcs) text += "\n  " + arc;
    return text;
  }
  return {};
}

}  // namespace wayfront::host
