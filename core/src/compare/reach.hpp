// How much of the graph the sources of a case reached. Times from sources that reach next to nothing say little about
// the graph: reports name such sources, count them in no MTEPS, and leave their cases out of means over graphs.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "results/result.hpp"

namespace wayfront::host {

/// Sources that reach less than this share of the vertices reach little.
inline constexpr double little_reach = 0.01;

/// Reached vertices / `vertices`; NaN where that is not certified, as with a negative cycle.
double reached_share(const Sample& sample, std::uint64_t vertices);
bool reaches_little(const Sample& sample, std::uint64_t vertices);

/// Of the sources of which it is certified what they reached.
struct Reach {
  std::size_t sources = 0;
  std::size_t little = 0;  // of them, those that reach little
  /// Shares of the vertices over the sources; NaN where there are none.
  double least = std::numeric_limits<double>::quiet_NaN();
  double median = least, most = least;

  /// Whether medians over the sources are times of those that reach little.
  bool is_little() const { return sources > 0 && 2 * little >= sources; }
};

Reach reach_of(const RunResult& run, std::uint64_t vertices);
/// Of all runs of the case together.
Reach reach_of(const Results& results);

/// What a reader of the figures must know where sources reach little, and what to do; "" where none does.
std::string reach_note(const Results& results);

}  // namespace wayfront::host
