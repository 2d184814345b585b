#include "pipeline/slices/sliced_plan.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace wayfront::host {
namespace {

constexpr std::string_view rank_mark = "{rank}";

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
  const bool in_parts = output.distances && output.distances->name.find(rank_mark) != std::string::npos;
  const auto sliced = std::ranges::find_if(graphs, [](const PlannedGraph& it) { return it.request.slices; });
  if (in_parts && std::ranges::any_of(graphs, [](const PlannedGraph& it) { return !it.request.slices; }))
    diagnostics.error(
        {}, fmt::format("[output]: {} in the name {} needs [graph] slices = true", rank_mark, output.distances->name));
  if (sliced == graphs.end()) return;
  const auto refuse = [&](const Place& place, bool given, const char* what) {
    if (given)
      diagnostics.error(place, fmt::format("{} needs the whole graph or the whole answer in one process, and [graph] "
                                           "slices = true leaves them in slices; remove one of them",
                                           what));
  };
  const Place& place = sliced->place;
  refuse(place, output.predecessors.has_value(), "[output]: 'predecessors'");
  refuse(place, output.labels.has_value(), "[output]: 'labels'");
  refuse(place, output.matrix.has_value(), "[output]: 'matrix'");
  refuse(place, output.reductions.has_value(), "[output]: 'reductions'");
  refuse(place, output.distances && output.distances->format != SolutionFormat::npy,
         "[output]: another format of 'distances' than .npy");
  refuse(place, pipeline.measure.reference != nullptr || !pipeline.measure.verify_file.empty(), "[measure]: 'verify'");
  refuse(place, pipeline.report.diameter, "[report]: 'diameter'");
  for (const PlannedProblem& problem : problems) {
    const ProblemPlan& plan = problem.plan;
    refuse(problem.place, plan.predecessors && !output.needs_trees(), "[problem]: 'predecessors'");
    refuse(problem.place, plan.reversed, "[problem]: direction = \"to\"");
    refuse(problem.place, plan.nearest, "[problem]: mode = \"nearest\"");
    refuse(problem.place, plan.batch != 1, "[problem]: 'batch'");
    refuse(problem.place, !plan.targets.empty(), "[problem]: 'targets'");
    refuse(problem.place, plan.count != 0, "[problem]: 'count'");
    refuse(problem.place, plan.reduce && !output.reductions, "[output]: 'reduce'");
    refuse(problem.place, plan.sources.reaches > 0, "[problem]: 'reaches' of sources");
    refuse(problem.place, plan.sources.kind == SourceRule::Kind::all, "[problem]: sources = \"all\"");
  }
}

}  // namespace wayfront::host
