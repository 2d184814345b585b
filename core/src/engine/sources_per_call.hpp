// How many sources go into one call where nobody said how many.
#pragma once

#include <cstddef>

#include "plugins/plugin_registry.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// The answers take at most a gigabyte. Their rows have this number of targets alone, or with 0 all vertices. A plugin that
/// solves a batch on a device takes more of them at once than one on processors, which has its threads to feed alone; null
/// is one on processors.
std::size_t sources_per_call(const GraphInfo& graph, const Plugin* plugin, std::size_t targets_alone = 0);

/// Where only reductions of rows are wanted: sources whose rows, or reductions, the host and a worker hold at the same time.
std::size_t sources_at_once(const GraphInfo& graph, bool reduces_itself);

}  // namespace wayfront::host
