// Slices of generated graphs: each rank makes its part, so no file is needed.
#pragma once

#include <memory>
#include <string_view>

#include "slice_source.hpp"

namespace wayfront::ranks {

/// `kind` and the options are those of the loader `generate`, and so is the graph, whatever the number of ranks. All
/// ranks together. Throws UserError (ExitCode::usage), the same on all.
std::unique_ptr<SliceSource> open_generated(std::string_view kind, const SliceRequest& request, const Ranks& ranks);

}  // namespace wayfront::ranks
