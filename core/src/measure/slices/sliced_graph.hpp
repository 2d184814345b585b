// A graph in slices as this process knows it: figures and ids, but no arcs.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "graph/sources.hpp"
#include "load/loaded_graph.hpp"
#include "measure/slices/spare_team.hpp"
#include "pipeline/plan.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Asks the ranks of the first of these runs that can open the slices, and keeps them as `spare`. `program` is this
/// program. Throws UserError: with the reason of the first run where none can; Cancelled.
LoadedGraph describe_slices(const GraphRequest& request, std::span<const PlannedRun* const> runs,
                            const std::filesystem::path& program, RunContext& context, SpareTeam& spare);

/// The ranks of `spare`, which are started if there are none. Throws as describe_slices().
RankTeam& ranks_of(const LoadedGraph& graph, std::span<const PlannedRun* const> runs,
                   const std::filesystem::path& program, RunContext& context, SpareTeam& spare);

/// The same vertices as choose_sources() would on the whole graph: ranks_of() choose them. Throws as describe_slices(), and as choose_sources().
std::vector<Vertex> choose_sources_on_slices(const SourceRule& rule, const LoadedGraph& graph,
                                             std::span<const PlannedRun* const> runs,
                                             const std::filesystem::path& program, RunContext& context,
                                             SpareTeam& spare);

}  // namespace wayfront::host
