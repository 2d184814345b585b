// What a sample depends on besides its source and repeat. Samples of equal keys may stand for one another.
#pragma once

#include <string>

#include "results/result.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// A digest of the plugin (its file's content), its options, its label (twins are measured apart), the graph, the
/// machine and how it is measured. `results` is what `run` is part of; a plugin file that cannot be read any more
/// counts as empty. Throws UserError (interrupted) where `context` is cancelled.
std::string run_key(const RunResult& run, const Results& results, RunContext& context);

}  // namespace wayfront::host
