// A pipeline file, parsed and checked: what to load, from where to solve, with which plugins, how to measure and
// report.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "answers/solution_writer.hpp"
#include "graph/sources.hpp"
#include "load/graph_store.hpp"
#include "plugins/plugin_registry.hpp"
#include "report/report.hpp"
#include "run/measure_rules.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

/// One run: a [[run]] table, or one combination of its sweep.
struct PlannedRun {
  std::string label;  // unique in the pipeline
  Plugin plugin;
  Settings options;
  bool baseline = false;  // of exactly one run
  bool control = false;   // the baseline once more, for measure.aa
};

struct MeasurePlan {
  unsigned warmups = 1;
  unsigned repeats = 5;
  unsigned threads = 0;    // 0: all
  std::uint64_t seed = 1;  // of the order of the runs
  bool control = false;    // measures the baseline twice
  /// Whose answers all others must equal; null: the certificate alone. The registry's.
  const Plugin* reference = nullptr;
  bool workers = true;  // isolation = "process"
  MeasureRules rules;   // predecessors: see PlannedCase
};

/// One graph with one rule for its sources: what all runs are compared on.
struct PlannedCase {
  std::string label;             // what tells it from the others; "" where it is the only one
  std::size_t graph_number = 0;  // cases of one number have the same graph
  GraphRequest graph;
  std::shared_ptr<const Settings> loader_options;  // what graph.loader_options points to, or null
  SourceRule sources;
  bool predecessors = false;
  std::vector<std::size_t> runs;  // indices of those that take part, in order
  nlohmann::json resolved;        // the pipeline as if this were its only case: see Pipeline::to_json
};

struct ReportPlan {
  std::filesystem::path directory;                            // empty: no files
  std::vector<ReportFormat> formats = {ReportFormat::table};  // the others only with a directory
  bool diameter = false;                                      // of each graph, in arcs
  bool has(ReportFormat format) const { return std::ranges::find(formats, format) != formats.end(); }
};

struct Pipeline {
  std::filesystem::path file;
  std::vector<PlannedCase> cases;  // at least one: each [[graph]] with each [[problem]], in the order of the file
  MeasurePlan measure;
  std::vector<PlannedRun> runs;  // at least one, in the order of the file
  ReportPlan report;
  OutputPlan output;

  /// Every setting of every table, {"value": ..., "set": ...}, with paths resolved: of the first case.
  const nlohmann::json& to_json() const { return cases.front().resolved; }
};

/// Reads and checks a pipeline file. `overrides` are "table.key=value" (runs by number: "run.0.label=x"): the value is
/// TOML, or a text where it is none, and takes the place of the file's. `graph_file`, unless empty, takes the place of
/// the file's path, loader and loader options. Paths of the file are relative to it, those of the command line to the
/// current folder. `plugins` must outlive the pipeline. Throws UserError (ExitCode::usage) with all errors, one per
/// line.
Pipeline parse_pipeline(const std::filesystem::path& file, std::span<const std::string> overrides,
                        const PluginRegistry& plugins, const std::filesystem::path& graph_file = {});

/// Keeps the runs whose name contains `pattern`; one with * (any text) and ? (a character) must fit the label or the
/// name as a whole. A run's name is its label, in a pipeline of several cases "CASE: LABEL". Throws UserError (usage)
/// where none is left.
void keep_runs(Pipeline& pipeline, std::string_view pattern);

/// "CASE: LABEL", or the label alone where there is one case.
std::string name_of_run(const PlannedCase& planned, const PlannedRun& run);

/// The rule that `missing_weights = TEXT` would be in a pipeline file; `where` names it in messages. Throws UserError
/// (ExitCode::usage).
WeightRule parse_weight_rule(std::string_view text, WeightKind weights, std::string_view where);

/// A table of the pipeline file as rows, for the documentation.
struct PipelineTable {
  std::string_view title;  // "[graph]"
  std::span<const OptionRow> rows;
};
std::span<const PipelineTable> pipeline_tables();

}  // namespace wayfront::host
