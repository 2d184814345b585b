// Writes a graph in the format of this loader.
#pragma once

#include <string_view>

#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::node_link {

/// `list` is what the list of edges is called. Throws Unsupported for names that JSON cannot hold.
void write(const SaveRequest& request, std::string_view list, RunContext& context);

}  // namespace wayfront::node_link
