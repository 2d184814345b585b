// Plugins that have no cost model for a graph like this one, and may still be the fastest.
#pragma once

#include <vector>

#include "auto/choice.hpp"

namespace wayfront::host {

/// Those among Choice::unknown that are worth a trial, with rough guesses in place of expected times: plugins of the plain
/// Bellman-Ford kind, whose time depends on the weights in ways that no feature tells, and those whose model is for other
/// graphs. None that needs a device.
std::vector<Candidate> outsiders(const Choice& choice);

}  // namespace wayfront::host
