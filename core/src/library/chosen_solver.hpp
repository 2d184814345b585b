// The solver of `auto`.
#pragma once

#include <memory>

#include "library/states.hpp"
#include "plugins/chooser.hpp"

namespace wayfront {

/// Prepared, with the plugin that is expected to be the fastest, or was in a trial, or with the next one if that could
/// not be prepared.
std::unique_ptr<SolverState> chosen_solver(const SharedGraph& graph, const std::shared_ptr<const LibraryState>& library,
                                           const host::ChooserOptions& options, const SolverOptions& rest);

}  // namespace wayfront
