// The search itself, whatever measures its rounds.
#pragma once

#include <span>

#include "tune/search_round.hpp"
#include "tune/tune_request.hpp"

namespace wayfront::host {

/// Among these trials, the most promising first. Throws UserError: failed_run with the reason if the plugin cannot solve
/// with its defaults, interrupted; and the errors of `measure`.
Tuned search_options(const TuneRequest& request, std::span<const OptionTrial> trials, const MeasureRound& measure);

}  // namespace wayfront::host
