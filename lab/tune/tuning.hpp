// Searches the options of a plugin on one graph by successive halving: many trials of one option each with one pair of
// times, the best of them and their combination with a few, and the last one against the defaults in two batches of new
// pairs (confirmation.hpp). The defaults stay unless both find it faster, and a longer preparation pays.
#pragma once

#include <string>

#include "plugins/plugin_registry.hpp"
#include "tune/option_search.hpp"
#include "tune/tune_request.hpp"

namespace wayfront::host {

/// Throws UserError: usage if there is nothing to try or the graph has too few sources for a verdict, failed_run with the
/// reason if the plugin cannot solve with its defaults, the errors of Experiment.
Tuned tune(const TuneRequest& request, const PluginRegistry& plugins);

/// A [[run]] table with the best options, and the evidence as comments. A plugin that was given as a file is named by
/// its absolute path, so that a pipeline with the table runs wherever it lies.
std::string tuned_toml(const Tuned& tuned, const TuneRequest& request, const PluginRegistry& plugins);

/// With one warm-up, and one repeat from each source. Throws the errors of Experiment.
MeasuredRound measure_round(const SearchRound& round, const TuneRequest& request, const PluginRegistry& plugins);

}  // namespace wayfront::host
