// Loads our own binary graph files: mapped if possible, with converted weights if the request asks for another type.
#pragma once

#include "files/file_input.hpp"
#include "load/graph_file.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {

/// The name for `loader = "..."`. It is not a plugin: a plugin gives arcs, and here there is nothing to build.
inline constexpr std::string_view binary_loader = "binary";

/// The graph of `input`, an unread file for which is_graph_file() holds, with the request's weights and steps. A plain
/// file is mapped; a pipe or a compressed file is first decompressed into memory. Throws like load_graph.
LoadedGraph load_binary(const GraphRequest& request, FileInput& input, RunContext& context);

}  // namespace wayfront::host
