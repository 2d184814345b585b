// A pipeline that asks a plugin again what it failed on.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "plugins/plugin_registry.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Its text. `begins` are comments, `graph_file` the path of the graph from there.
std::string pipeline_again(const std::string& begins, const std::string& graph_file, WeightKind weights,
                           const Problem& problem, const Plugin& plugin, std::span<const OptionValue> options,
                           unsigned threads);

}  // namespace wayfront::host
