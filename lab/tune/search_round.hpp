// A round of a search: the defaults and other options, measured side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
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

/// With one warm-up, and one repeat from each source. Throws the errors of Experiment.
MeasuredRound measure_round(const SearchRound& round, const TuneRequest& request, const PluginRegistry& plugins);

/// How a pipeline names the plugin, wherever the pipeline lies.
std::string plugin_text(const TuneRequest& request, const PluginRegistry& plugins);

}  // namespace wayfront::host
