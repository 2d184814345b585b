// How much of the graph the sources of a case reached. Times from sources that reach almost nothing say little about
// the graph: reports name such sources, and exclude them from MTEPS and their cases from means over graphs.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "record/result.hpp"

namespace wayfront::host {

/// Sources that reach less than this share of the vertices reach little.
inline constexpr double little_reach = 0.01;

/// Reached vertices / `vertices`; NaN if that is not certified, as with a negative cycle.
double reached_share(const Sample& sample, std::uint64_t vertices);
bool reaches_little(const Sample& sample, std::uint64_t vertices);

/// For the sources whose reach is certified.
struct Reach {
  std::size_t sources = 0;
  std::size_t little = 0;  // number of those that reach little
  /// Shares of the vertices over the sources; NaN without sources.
  double min = std::numeric_limits<double>::quiet_NaN();
  double median = min, max = min;

  /// Whether medians over the sources come from sources that reach little.
  bool is_little() const { return sources > 0 && 2 * little >= sources; }
};

Reach reach_of(const RunResult& run, std::uint64_t vertices);
/// For all runs of the case together.
Reach reach_of(const Results& results);

/// The warning for the reader if sources reach little, and what to do; "" if none does.
std::string reach_note(const Results& results);

/// Whether the pipeline asked for a part of the distances only: up to a limit, or of some vertices.
bool asks_for_part(const Results& results);

}  // namespace wayfront::host
