// The table of runs: its columns, said once for terminal, Markdown and page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "compare/break_even.hpp"
#include "compare/summary.hpp"
#include "record/result.hpp"
#include "report/rank_summary.hpp"

namespace wayfront::host {

/// The rows of a run of which not all were certified: of the first repeat, which has the same rows as the others.
struct DrawnRows {
  std::uint64_t certified = 0, all = 0;      // all: 0 where no rows were drawn
  std::uint64_t checked = 0, unchecked = 0;  // by the plugin
};
DrawnRows drawn_rows(const RunResult& run);

/// A run with all that its columns say of it.
struct RunView {
  const RunResult& run;
  bool is_baseline;
  Summary summary;
  BreakEven paid;
  std::optional<RankSummary> ranks;
};
std::vector<RunView> run_views(const Results& results);

/// The columns of the page: `key`, `title`, `help`, the `path` of its value in the run's JSON, and how to `show` it.
nlohmann::json page_columns(const std::vector<RunView>& runs);

}  // namespace wayfront::host
