#include "pipeline/pipeline.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <system_error>
#include <vector>

#include "base/errors.hpp"
#include "files/file_replacement.hpp"
#include "journal/journal.hpp"
#include "load/graph_store.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

/// Resolved.
std::vector<fs::path> files_to_keep(const Pipeline& pipeline, std::span<const fs::path> folders) {
  std::set<fs::path> kept = {resolved(pipeline.file)};
  for (const PlannedCase& planned : pipeline.cases) {
    for (const std::string& file : {planned.question.source_file, planned.question.target_file})
      if (!file.empty()) kept.insert(file);
    for (const fs::path& file : files_of(planned.graph)) kept.insert(file);
  }
  const fs::path& directory = pipeline.report.directory;
  if (directory.empty()) return {kept.begin(), kept.end()};
  std::set<fs::path> places(folders.begin(), folders.end());
  places.insert(fs::path());
  kept.insert(resolved(directory / samples_file_name));
  for (const fs::path& place : places)
    for (const ReportFormat format : report_formats) kept.insert(resolved(directory / place / file_name(format)));
  return {kept.begin(), kept.end()};
}

/// The known files of a case with this name: if the graph decides the sources, the name with {source} in it.
std::vector<fs::path> targets_of(const std::string& name, const PlannedCase& planned) {
  if (planned.question.nearest || planned.question.rule != Question::Rule::listed ||
      name.find("{source}") == std::string::npos)
    return {target_name(name, planned.label, "{source}")};
  std::vector<fs::path> targets;
  for (const VertexId& source : planned.question.sources)
    targets.emplace_back(target_name(name, planned.label, to_text(source)));
  return targets;
}

std::vector<std::string> names_of(const OutputPlan& plan) {
  std::vector<std::string> names;
  for (const auto* const file : {&plan.distances, &plan.predecessors, &plan.labels})
    if (*file) names.push_back((*file)->name);
  if (plan.matrix) names.push_back(plan.matrix->name);
  if (plan.reductions) names.push_back(plan.reductions->name);
  return names;
}

}  // namespace

void check_output_targets(Pipeline& pipeline, std::span<const fs::path> folders) {
  OutputPlan& plan = pipeline.output;
  if (!plan.any()) return;
  plan.kept = files_to_keep(pipeline, folders);
  std::set<fs::path> there;
  std::map<fs::path, const PlannedCase*> writers;
  for (const PlannedCase& planned : pipeline.cases) {
    for (const std::string& name : names_of(plan)) {
      for (const fs::path& target : targets_of(name, planned)) {
        refuse_kept(plan.kept, plan.asked_by, target);
        const PlannedCase& other = *writers.emplace(resolved(target), &planned).first->second;
        if (&other != &planned && name.find("{case}") != std::string::npos)
          throw UserError(ExitCode::usage,
                          fmt::format("[output]: the cases '{}' and '{}' would both write {}; give one another 'label'",
                                      other.label, planned.label, target.string()));
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
