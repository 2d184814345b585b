// The table of runs: its columns, said once for terminal, Markdown and page; and what the ranks of a run on slices sent each
// other and took.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/fields.hpp"
#include "compare/graph_table.hpp"
#include "compare/summary.hpp"
#include "record/result.hpp"

namespace wayfront::host {

/// The rows of a run of which not all were certified: of the first repeat, which has the same rows as the others.
struct DrawnRows {
  std::uint64_t certified = 0, all = 0;      // all: 0 where no rows were drawn
  std::uint64_t checked = 0, unchecked = 0;  // by the plugin
};
DrawnRows drawn_rows(const RunResult& run);

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

/// A run with all that its columns say of it.
struct RunView {
  const RunResult& run;
  bool is_baseline;
  Summary summary;
  BreakEven paid;
  std::optional<RankSummary> ranks;
};
std::vector<RunView> run_views(const Results& results);

/// Of the page: `columns` with `key`, `title`, `help` and the `path` of the value in the run's JSON that it is sorted by,
/// and the `cells` of each run, which are texts.
nlohmann::json page_table(const std::vector<RunView>& runs);
/// The same of the table over all graphs.
nlohmann::json overall_page_table(const std::vector<Overall>& all);

// Options of runs as columns: those that differ.

/// An option's value, which may stand beside a mark of whether it was set.
const nlohmann::json& plain_value(const nlohmann::json& option);
/// The value of an option as text, without quotes; "" if the run has no such option.
std::string option_text(const RunResult& run, const std::string& name);

/// The options of which two runs of one plugin have different values, by name.
std::vector<std::string> differing_options(std::span<const Results> all);

}  // namespace wayfront::host
