// Searches the options of a plugin on one graph by successive halving: many trials of one option each with one pair of
// times, the best of them and their combination with a few, and the last one against the defaults in two batches of new
// pairs (why_not_confirmed). The defaults stay unless both find it faster, and a longer preparation pays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
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

// Which options of a plugin are worth trying, and with which values.

/// One option with another value than its default, as in TOML.
struct OptionTrial {
  std::string option;
  std::string value;
  bool operator==(const OptionTrial&) const = default;
};

/// "name = value" with ", " between them; "the defaults" for none.
std::string text_of(const std::vector<OptionTrial>& options);

/// Those that the rows name (OptionRow::tried()). Of a plugin whose rows name none: the other words of a choice, the
/// opposite of a boolean, half and double of a number that is not 0. The most promising come first: the values of
/// different options take turns.
std::vector<OptionTrial> trials_of(const Plugin& plugin, const GraphInfo& graph);

// Whether options that a search has found replace the defaults: two batches of new pairs must find them faster, and a
// longer preparation must pay.

/// Options have to gain as much: less is worth no options, and is what two processes of one program may differ by.
inline constexpr double min_gain = 1.03;

/// Values that fall into two groups far apart, as where a process is fast or slow for as long as it lives.
struct TwoGroups {
  double low, high;  // the median of each
  std::size_t lows;  // in the lower group
};

/// Nothing if they are one group: in two, each has two values at least, and the groups are farther apart than each is
/// wide, and by more than 1.2.
std::optional<TwoGroups> two_groups(std::vector<double> ratios);

/// Whether a batch of pairs finds a trial faster than the defaults, and by min_gain. `apart`: times are of two processes.
bool wins(std::span<const double> batch, bool apart);

/// Pairs of a trial with the defaults.
struct TrialPairs {
  std::vector<double> earlier;               // of the search, each from a process of its own
  std::vector<std::vector<double>> batches;  // each from newly drawn sources
};

/// Why the trial does not replace the defaults, or nothing: it has to win in two batches, and no group of its pairs may
/// be slower than the defaults.
std::optional<std::string> why_not_confirmed(const TrialPairs& pairs, bool apart);

/// What options change beside the defaults, in seconds.
struct Preparation {
  double seconds = 0, of_defaults = 0;
  double saved = 0;  // by each source

  /// From how many sources on a longer preparation pays: 0 if it is not longer, nothing if no number is enough.
  std::optional<std::uint64_t> pays_from() const;
  bool pays(std::uint64_t sources) const;
};

/// "preparing takes 2.0 s instead of 1.0 s, which pays from 500 sources on".
std::string text_of(const Preparation& preparation);

/// What is asked.
struct TuneRequest {
  const Plugin* plugin = nullptr;  // of the registry
  std::shared_ptr<const LoadedGraph> graph;
  std::uint64_t solves = 60;                       // at most; at least min_tune_solves
  std::uint64_t sources = 1000;                    // that a preparation is for
  std::uint64_t seed = 1;                          // of sources and order
  unsigned threads = 0;                            // 0: all
  double timeout = 60;                             // seconds for a solve, and for preparing
  std::filesystem::path program;                   // for workers; "": the plugin runs in this process
  std::function<void(std::string_view)> progress;  // a line for each round
};

inline constexpr std::uint64_t min_tune_solves = 32;  // 24 of them confirm what was found

/// Options other than the defaults, and what is known of them.
struct TunedOptions {
  std::vector<OptionTrial> options;
  Comparison comparison;  // with the defaults, from all of its pairs
  std::string failure;    // why it has no times; "" if it has
  Preparation preparation{};
};

struct Tuned {
  std::vector<TunedOptions> tried{};     // in the order in which they were
  std::vector<OptionTrial> last{};       // the best of them; empty: none was as fast as the defaults
  std::vector<Comparison> evidence{};    // of `last` with the defaults: the batches that were to confirm it
  std::optional<std::string> why_not{};  // why `last` does not replace the defaults; nothing if it does
  Preparation preparation{};             // of `last`
  std::uint64_t solves = 0;              // that were made, warm-ups among them

  /// Empty: the defaults stay.
  std::vector<OptionTrial> best() const { return why_not ? std::vector<OptionTrial>() : last; }
};

/// Throws UserError: usage if there is nothing to try or the graph has too few sources for a verdict, failed_run with the
/// reason if the plugin cannot solve with its defaults, the errors of Experiment.
Tuned tune(const TuneRequest& request, const PluginRegistry& plugins);

/// A [[run]] table with the best options, and the evidence as comments. A plugin that was given as a file is named by
/// its absolute path, so that a pipeline with the table runs wherever it lies.
std::string tuned_toml(const Tuned& tuned, const TuneRequest& request, const PluginRegistry& plugins);

/// A round of the search: the defaults and other options, measured side by side.
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

/// The search itself, whatever measures its rounds, among these trials, the most promising first. Throws UserError:
/// failed_run with the reason if the plugin cannot solve with its defaults, interrupted; and the errors of `measure`.
Tuned search_options(const TuneRequest& request, std::span<const OptionTrial> trials, const MeasureRound& measure);

}  // namespace wayfront::host
