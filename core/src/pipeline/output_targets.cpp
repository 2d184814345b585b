#include "pipeline/output_targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <vector>

#include "base/errors.hpp"
#include "files/same_file.hpp"
#include "journal/journal.hpp"
#include "pipeline/plan.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

/// Resolved.
std::vector<fs::path> files_to_keep(const Pipeline& pipeline, std::span<const fs::path> folders) {
  std::set<fs::path> kept = {resolved(pipeline.file)};
  for (const PlannedCase& planned : pipeline.cases)
    for (const fs::path& file : {planned.graph.path, planned.graph.missing_weights.coordinates})
      if (!file.empty()) kept.insert(resolved(file));
  const fs::path& directory = pipeline.report.directory;
  if (directory.empty()) return {kept.begin(), kept.end()};
  std::set<fs::path> places(folders.begin(), folders.end());
  places.insert(fs::path());
  kept.insert(resolved(directory / Journal::samples_name));
  for (const fs::path& place : places)
    for (const ReportFormat format : report_formats) kept.insert(resolved(directory / place / file_name(format)));
  return {kept.begin(), kept.end()};
}

/// The known files of a case: if the graph decides the sources, the name with {source} in it.
std::vector<fs::path> targets_of(const OutputPlan::File& file, const PlannedCase& planned) {
  if (planned.problem.sources.kind != SourceRule::Kind::listed || file.name.find("{source}") == std::string::npos)
    return {target_name(file, planned.label, "{source}")};
  std::vector<fs::path> targets;
  for (const VertexId& source : planned.problem.sources.ids)
    targets.emplace_back(target_name(file, planned.label, fmt::format("{}", source)));
  return targets;
}

}  // namespace

void check_output_targets(Pipeline& pipeline, std::span<const fs::path> folders) {
  OutputPlan& plan = pipeline.output;
  if (!plan.any()) return;
  plan.kept = files_to_keep(pipeline, folders);
  std::set<fs::path> there;
  for (const PlannedCase& planned : pipeline.cases) {
    for (const auto* const file : {&plan.distances, &plan.predecessors}) {
      if (!*file) continue;
      for (const fs::path& target : targets_of(**file, planned)) {
        refuse_kept(plan, target);
        const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
        if (folder.string().find("{source}") != std::string::npos || !there.insert(folder).second) continue;
        std::error_code error;
        const fs::path& made_later = pipeline.report.directory;
        const bool in_reports = !made_later.empty() && resolved(folder) == resolved(made_later);
        if (!in_reports && !fs::is_directory(folder, error))
          throw UserError(ExitCode::usage, fmt::format("[output]: {}: the folder {} does not exist; create it first",
                                                       target.string(), folder.string()));
      }
    }
  }
}

}  // namespace wayfront::host
