// What a search of options is asked, and what it found.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/comparison.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "tune/confirmation.hpp"
#include "tune/tunable_options.hpp"

namespace wayfront::host {

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

}  // namespace wayfront::host
