// The table of runs: its columns, said once for terminal, Markdown and page.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

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

// Options of runs as columns: those that differ.

/// An option's value, which may stand beside a mark of whether it was set.
const nlohmann::json& plain_value(const nlohmann::json& option);
/// The value of an option as text, without quotes; "" if the run has no such option.
std::string option_text(const RunResult& run, const std::string& name);

/// The options of which two runs of one plugin have different values, by name.
std::vector<std::string> differing_options(std::span<const Results> all);

}  // namespace wayfront::host
