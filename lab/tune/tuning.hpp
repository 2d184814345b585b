// Searches the options of a plugin on one graph by successive halving: many trials of one option each with one pair of
// times, the best of them and their combination with a few, and the last one against the defaults in two batches of new
// pairs. The defaults stay unless both find it faster, and a longer preparation pays.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/comparison.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "record/result.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// Options other than the defaults: names and values, as in TOML.
using TriedOptions = std::map<std::string, std::string>;

/// "name = value" with the separator between them.
std::string text_of(const TriedOptions& options, std::string_view separator = ", ");

/// One option each: what the rows name (OptionRow::tried()). Of a plugin whose rows name none: the other words of a
/// choice, the opposite of a boolean, half and double of a number that is not 0. The most promising come first: the
/// values of different options take turns.
std::vector<TriedOptions> options_to_try(const Plugin& plugin, const GraphInfo& graph);

/// What is asked.
struct TuneRequest {
  const Plugin* plugin = nullptr;  // of the registry
  std::shared_ptr<const LoadedGraph> graph{};
  std::uint64_t solves = 60;                         // at most; at least min_tune_solves
  std::uint64_t sources = 1000;                      // that a preparation is for
  std::uint64_t seed = 1;                            // of sources and order
  std::uint64_t threads = 0;                         // 0: all
  int timeout = 60;                                  // seconds for a solve, and for preparing
  std::filesystem::path program{};                   // for workers; "": the plugin runs in this process
  std::function<void(std::string_view)> progress{};  // a line for each round
};

inline constexpr std::uint64_t min_tune_solves = 32;  // 24 of them confirm what was found

/// Options other than the defaults, and what is known of them.
struct Trial {
  TriedOptions options;
  std::string failure{};                                     // why it has no times; "" if it has
  std::vector<double> ratios{};                              // the defaults' time / its own, of all rounds
  double prepare = std::numeric_limits<double>::infinity();  // seconds: the shortest, as some rounds are disturbed
  double pays_from = 0;  // so many sources make up for a longer preparation; infinity: no number does

  double ratio() const { return ratios.empty() ? 0 : quantile(ratios, 0.5); }
};

struct Tuned {
  std::vector<Trial> tried{};                // the best first
  std::string why_not = "it is not faster";  // why the first one does not replace the defaults; "" if it does
  std::vector<Comparison> batches{};         // of the first one with the defaults, each of new pairs
  double prepare = std::numeric_limits<double>::infinity();  // of the defaults
  std::uint64_t solves = 0;                                  // that were made, warm-ups among them
};

/// Throws UserError: usage if there is nothing to try or the graph has too few sources for a verdict, the errors of
/// search_options() and of Experiment.
Tuned tune(const TuneRequest& request, const PluginRegistry& plugins);

/// A [[run]] table with the best options, and the evidence as comments. A plugin that was given as a file is named by
/// its absolute path, so that a pipeline with the table runs wherever it lies.
std::string tuned_toml(const Tuned& tuned, const TuneRequest& request, const PluginRegistry& plugins);

/// A round of the search: the defaults and other options, measured side by side.
struct TuneRound {
  std::vector<TriedOptions> options{};  // none: the defaults, which are the first
  std::uint64_t sources = 1;
  std::uint64_t seed = 1;    // of sources and order
  Results results{};         // a run for each of the options, in their order
  std::uint64_t solves = 0;  // that were made, warm-ups among them
};
using MeasureRound = std::function<void(TuneRound&)>;

/// With one warm-up, and one repeat from each source. Throws the errors of Experiment.
void measure_round(TuneRound& round, const TuneRequest& request, const PluginRegistry& plugins);

/// The search itself, whatever measures its rounds, among these options, at least one, the most promising first. Throws
/// UserError: failed_run with the reason if the plugin cannot solve with its defaults, interrupted; and the errors of
/// `measure`.
Tuned search_options(const TuneRequest& request, std::span<const TriedOptions> options, const MeasureRound& measure);

}  // namespace wayfront::host
