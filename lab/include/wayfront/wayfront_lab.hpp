// Comparisons as a library: plugins on the same graph, interleaved, with every answer certified. Link wayfront::lab (CMake)
// or -lwayfront_lab -lwayfront (pkg-config wayfront).
//
//   const wayfront::Comparison comparison = wayfront::compare(library, graph, {{"my-plugin"}, {"auto"}});
//   std::cout << comparison.report("table");
//
// A Comparison is a handle of an immutable thing, and errors are those of wayfront.hpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "wayfront/wayfront.hpp"

namespace wayfront {

/// A plugin with options, to be compared.
struct Contender {
  std::string plugin;
  Options options{};
  std::string label{};  // "": the plugin's name
};

/// How to compare.
struct CompareOptions {
  std::vector<Vertex> sources{};  // each counts once; empty: `random_sources` of them
  unsigned random_sources = 8;
  unsigned repeats = 5, warmups = 1;
  std::uint64_t seed = 1;  // of random sources, and of the order of the runs
  double timeout = 60;     // seconds per solve
  std::stop_token stop{};  // ends it with CancelledError
  Progress progress{};
};

/// One timed solve, certified.
struct ComparisonRow {
  std::string graph, run, source;  // the source's id
  unsigned repeat = 0;
  double seconds = 0;
  Work work;
};

/// One contender over all sources and repeats.
struct ComparisonRun {
  std::string graph, run, plugin, status, reason;  // "ok", or why there are no more rows
  double median = 0;                               // seconds
  double ratio = 0, low = 0, high = 0;             // of the baseline's seconds to its own, with the 95 % interval
  std::string verdict;                             // "baseline", "faster", "slower", "same", "unclear"; "" without rows
};

/// The results of a comparison.
class WAYFRONT_API Comparison {
 public:
  const std::vector<ComparisonRow>& rows() const&;
  void rows() const&& = delete;
  const std::vector<ComparisonRun>& runs() const&;
  void runs() const&& = delete;
  /// The report as text: "table", "markdown", "csv", "json", "html" or "latex".
  std::string report(std::string_view format) const;

 private:
  friend struct Access;
  struct State;
  explicit Comparison(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;
};

/// Every run on the same graph, interleaved, every answer certified; the first run is the baseline. A run that fails says
/// so in its status.
WAYFRONT_API Comparison compare(const Library& library, const SharedGraph& graph, const std::vector<Contender>& runs,
                                const CompareOptions& options = {});
/// What `wayfront run` does with a pipeline file, without writing anything. Throws UsageError, InputError.
/// `overrides` are those of --set: "measure.repeats=3".
WAYFRONT_API Comparison run(const Library& library, const std::filesystem::path& pipeline,
                            const std::vector<std::string>& overrides = {}, std::stop_token stop = {},
                            const Progress& progress = {});

}  // namespace wayfront
