// The rules: what each known plugin takes, in nanoseconds on an ordinary processor core or device.
// Each is a handful of figures of the graph with factors of two or three digits, so that only what lies far apart is decided
// here; the rest is for a race. Between plugins of the processors the ratios alone matter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "graph_figures.hpp"
#include "wayfront/choose.hpp"

namespace wayfront::chooser {

/// What more threads gain: this times their number, from 1 up to `max`.
struct Gain {
  double each = 0, max = 1;
  double of(unsigned threads) const { return std::clamp(each * threads, 1.0, max); }
};

struct Cost {
  double prepare = 0, solve = 0;  // on one thread; `solve` from one source
  Gain prepare_gain{}, solve_gain{};
  double together = 1;  // of a source among many in a call, by one alone
  double others = 0;    // of preparing, to begin each other thread
  double meetings = 0;  // of a solve where several threads wait for each other
  bool sure = true;     // Estimate::sure
};

/// `sources`: how many the whole question has. Empty where the plugin has no rule, where other plugins are always faster, or
/// where it cannot prepare the graph.
std::optional<Cost> cost_of(std::string_view plugin, const GraphFigures& graph, const ChoiceQuestion& question,
                            std::uint64_t sources);

/// Whether there is a rule for it, or it is known that others are faster everywhere.
bool is_known(std::string_view plugin);

}  // namespace wayfront::chooser
