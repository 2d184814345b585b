// Everything that a sample depends on, except its source and repeat. Samples with equal keys are interchangeable.
#pragma once

#include <string>

#include "record/result.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// A digest of the plugin (its file's content), its options, its label (twins are measured separately), the graph, the
/// machine and how it is measured. `results` contains `run`; a plugin file that can no longer be read counts as empty.
/// Throws UserError (interrupted) if `context` is cancelled.
std::string run_key(const RunResult& run, const Results& results, RunContext& context);

}  // namespace wayfront::host
