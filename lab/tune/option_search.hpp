// The search itself, whatever measures its rounds: the defaults and other options, side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "record/result.hpp"
#include "tune/tune_request.hpp"

namespace wayfront::host {

struct SearchRound {
  std::vector<std::vector<OptionTrial>> options;  // none: the defaults
  unsigned sources = 1;
  std::uint64_t seed = 1;  // of sources and order
};

struct MeasuredRound {
  Results results;           // a run for each of the options, in their order
  std::uint64_t solves = 0;  // that were made, warm-ups among them
};
using MeasureRound = std::function<MeasuredRound(const SearchRound&)>;

/// Among these trials, the most promising first. Throws UserError: failed_run with the reason if the plugin cannot solve
/// with its defaults, interrupted; and the errors of `measure`.
Tuned search_options(const TuneRequest& request, std::span<const OptionTrial> trials, const MeasureRound& measure);

}  // namespace wayfront::host
