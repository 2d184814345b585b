// Loading our own binary graph files: mapped where that can be, with other weights where the request asks for them.
#pragma once

#include "files/file_input.hpp"
#include "load/graph_file.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {

/// The name by which `loader = "..."` forces it. No plugin: a plugin gives arcs, and here there is nothing to build.
inline constexpr std::string_view binary_loader = "binary";

/// The graph of `input`, an unread file that is_graph_file(), with the request's weights and steps. A plain file is
/// mapped; a pipe or a compressed one is unpacked into memory first. Throws like load_graph.
LoadedGraph load_binary(const GraphRequest& request, FileInput& input, RunContext& context);

}  // namespace wayfront::host
