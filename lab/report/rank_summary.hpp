// What the ranks of a run on slices sent each other and took.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/fields.hpp"
#include "record/result.hpp"

namespace wayfront::host {

/// Counts are means over the samples, memory is of the rank with the most.
struct RankSummary {
  std::uint64_t ranks = 0, machines = 0;
  double messages = 0, bytes = 0;  // of a solve, all ranks together
  double bytes_per_relaxed = 0;    // arc
  double bytes_per_crossing = 0;   // arc that leads to another rank's vertex; NaN without any
  double certificate_bytes_per_arc = 0;
  std::uint64_t ghosts = 0;                       // of all ranks
  std::uint64_t share_bytes = 0, peak_bytes = 0;  // of one rank
};

/// Nothing for a run without ranks, or without samples.
std::optional<RankSummary> rank_summary(const Results& results, const RunResult& run);

template <>
inline constexpr auto fields<RankSummary> = std::tuple{
    field<&RankSummary::ranks>("ranks", Unit::count, "Processes."),
    field<&RankSummary::machines>("machines", Unit::count, "They run on."),
    field<&RankSummary::messages>("messages", Unit::count, "Of a solve."),
    field<&RankSummary::bytes>("bytes", Unit::bytes, "Of a solve."),
    field<&RankSummary::bytes_per_relaxed>("bytes_per_relaxed_arc", Unit::bytes, "Sent."),
    field<&RankSummary::bytes_per_crossing>("bytes_per_crossing_arc", Unit::bytes, "Sent."),
    field<&RankSummary::certificate_bytes_per_arc>("certificate_bytes_per_arc", Unit::bytes,
                                                   "Sent for the certificate."),
    field<&RankSummary::ghosts>("ghosts", Unit::count, "Of all ranks."),
    field<&RankSummary::share_bytes>("max_share_bytes", Unit::bytes, "Of one rank."),
    field<&RankSummary::peak_bytes>("max_peak_bytes", Unit::bytes, "Of one rank."),
};

/// The same as a sentence; "" where there are no ranks.
std::string ranks_line(const Results& results, const RunResult& run);

}  // namespace wayfront::host
