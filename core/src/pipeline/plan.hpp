// What a pipeline file asks for, parsed and checked: what to load, from where to solve, with which plugins, how to
// measure and report.
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
#include "load/loaded_graph.hpp"
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

}  // namespace wayfront::host
