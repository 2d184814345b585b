#include "pipeline/slices/sliced_plan.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace wayfront::host {
namespace {

constexpr std::string_view rank_mark = "{rank}";

/// Whether each rank writes a file of its own.
bool in_parts(const OutputPlan::File& file) { return file.name.find(rank_mark) != std::string::npos; }

}  // namespace

void check_sliced_graph(const Settings& table, Diagnostics& diagnostics) {
  for (const char* const key : {"missing_weights", "coordinates", "steps", "cache", "cache_limit"})
    if (table.has(key))
      diagnostics.error(
          table.place(key),
          fmt::format("[graph]: ranks read slices = true as they are, so '{}' has no meaning; prepare the "
                      "graph by 'wayfront convert' and 'wayfront split'",
                      key));
  if (table.has("loader") && !(table.value("loader").is_text() && table.value("loader").text() == "generate"))
    diagnostics.error(table.place("loader"),
                      "[graph]: ranks read slices = true by themselves; leave 'loader' out, or "
                      "let each make its part: loader = \"generate\"");
  if (!table.has("path") && !table.has("loader"))
    diagnostics.error(table.place("path"),
                      "[graph]: 'path' is missing; name a file that all ranks see, or the slices "
                      "of 'wayfront split', such as \"graph.wfs\"");
}

void check_sliced_pipeline(const Pipeline& pipeline, std::span<const PlannedGraph> graphs,
                           std::span<const PlannedProblem> problems, Diagnostics& diagnostics) {
  const OutputPlan& output = pipeline.output;
  const auto sliced = std::ranges::find_if(graphs, [](const PlannedGraph& it) { return it.request.slices; });
  const bool all_sliced = std::ranges::all_of(graphs, [](const PlannedGraph& it) { return it.request.slices; });
  for (const auto* const file : {&output.distances, &output.predecessors})
    if (*file && in_parts(**file) && !all_sliced)
      diagnostics.error(
          {}, fmt::format("[output]: {} in the name {} needs [graph] slices = true", rank_mark, (*file)->name));
  if (sliced == graphs.end()) return;
  const auto refuse = [&](const Place& place, bool given, const char* what,
                          const char* instead = "remove one of them") {
    if (given)
      diagnostics.error(place, fmt::format("{} needs the whole graph or the whole answer in one process, and [graph] "
                                           "slices = true leaves them in slices; {}",
                                           what, instead));
  };
  const Place& place = sliced->place;
  refuse(place, output.labels.has_value(), "[output]: 'labels'");
  refuse(place, output.matrix.has_value(), "[output]: 'matrix'");
  refuse(place, output.reductions.has_value(), "[output]: 'reductions'");
  const bool all_have_targets =
      std::ranges::none_of(problems, [](const PlannedProblem& it) { return it.plan.targets.empty(); });
  const bool any_has_targets =
      std::ranges::any_of(problems, [](const PlannedProblem& it) { return !it.plan.targets.empty(); });
  refuse(place, output.distances && !all_have_targets && output.distances->format != SolutionFormat::npy,
         "[output]: another format of 'distances' than .npy", "write .npy, or name 'targets'");
  refuse(place, output.predecessors && output.predecessors->format != SolutionFormat::npy,
         "[output]: another format of 'predecessors' than .npy", "write .npy");
  if (any_has_targets && output.distances && in_parts(*output.distances))
    diagnostics.error({}, fmt::format("[output]: the distances of 'targets' are one file; remove {} from the name {}",
                                      rank_mark, output.distances->name));
  refuse(place, pipeline.measure.reference != nullptr, "[measure]: the reference of 'verify'",
         "name a file of its answers, or leave 'verify' out: ranks certify each answer");
  const bool has_file = !pipeline.measure.verify_file.empty();
  refuse(place, has_file && pipeline.measure.verify_tolerance != 0, "[measure]: the tolerance of 'verify'");
  refuse(place, pipeline.report.diameter, "[report]: 'diameter'");
  for (const PlannedProblem& problem : problems) {
    const ProblemPlan& plan = problem.plan;
    refuse(problem.place, plan.reversed, "[problem]: direction = \"to\"");
    refuse(problem.place, plan.nearest, "[problem]: mode = \"nearest\"",
           "leave one of them out: mode = \"each\" gives the distances from each source");
    refuse(problem.place, has_file && (!plan.targets.empty() || std::isfinite(plan.limit)),
           "[measure]: the file of 'verify', with 'targets' or a 'limit',");
    refuse(problem.place, plan.batch != 1, "[problem]: 'batch'");
    refuse(problem.place, plan.count != 0, "[problem]: 'count'");
    refuse(problem.place, plan.reduce && !output.reductions, "[output]: 'reduce'");
    refuse(problem.place, plan.sources.reaches > 0, "[problem]: 'reaches' of sources");
    refuse(problem.place, plan.sources.kind == SourceRule::Kind::all, "[problem]: sources = \"all\"");
  }
}

}  // namespace wayfront::host
