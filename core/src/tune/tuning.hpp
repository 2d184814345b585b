// Searches the options of a plugin on one graph by successive halving: many trials of one option each with one pair of
// times, the best of them and their combination with a few, and the last one against the defaults until the interval of
// its paired ratios decides. The defaults are in every round, so that what comes out is at least as good.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compare/comparison.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "tune/tunable_options.hpp"

namespace wayfront::host {

struct TuneRequest {
  const Plugin* plugin = nullptr;  // of the registry
  std::shared_ptr<const LoadedGraph> graph;
  std::uint64_t solves = 60;                       // at most; at least min_tune_solves
  std::uint64_t seed = 1;                          // of sources and order
  unsigned threads = 0;                            // 0: all
  double timeout = 60;                             // seconds for a solve
  std::filesystem::path program;                   // for workers; "": the plugin runs in this process
  std::function<void(std::string_view)> progress;  // a line for each round
};

inline constexpr std::uint64_t min_tune_solves = 16;

/// Options other than the defaults, and what is known of them.
struct TunedOptions {
  std::vector<OptionTrial> options;  // empty: the defaults
  Comparison comparison;             // with the defaults, in the round that knew most
  unsigned round = 0;
  std::string failure;  // why it has no times; "" if it has
};

struct Tuned {
  std::vector<OptionTrial> best;    // empty: the defaults stay
  std::vector<TunedOptions> tried;  // in the order in which they were
  Comparison evidence;              // of the best with the defaults; without pairs if the defaults stay untried
  double seconds = 0;               // the median of the best
  std::uint64_t solves = 0;
};

/// Throws UserError: usage if there is nothing to try, failed_run with the reason if the plugin cannot solve with its
/// defaults, the errors of Experiment.
Tuned tune(const TuneRequest& request, const PluginRegistry& plugins);

/// "name = value" with ", " between them; "the defaults" for none.
std::string text_of(const std::vector<OptionTrial>& options);

/// A [[run]] table with the best options, and the evidence as comments. A plugin that was given as a file is named by
/// its absolute path, so that a pipeline with the table runs wherever it lies.
std::string tuned_toml(const Tuned& tuned, const TuneRequest& request, const PluginRegistry& plugins);

}  // namespace wayfront::host
