// The content of a pipeline file, parsed and checked: what to load, the sources, the plugins, how to measure and
// report.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "answers/solution_writer.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "question/question.hpp"
#include "report/report.hpp"
#include "run/measure_rules.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

/// One run: a [[run]] table, or one combination of its sweep.
struct PlannedRun {
  std::string label;  // unique in the pipeline
  Plugin plugin;
  Settings options;
  bool baseline = false;                // true for exactly one run
  bool control = false;                 // the baseline once more, for measure.aa
  bool chosen = false;                  // in place of a plugin that chooses
  std::optional<DeviceRule> devices{};  // in place of those of all runs (MeasureRules)
};

/// The words for devices, where they have no numbers.
enum class DeviceWord : std::uint8_t { measure, first, all };

/// [measure] as it is written, without what is part of the question.
struct MeasureTable {
  unsigned warmups = 1;
  unsigned repeats = 5;
  double timeout = 60;
  double run_timeout = 0;
  double total_timeout = 0;
  bool workers = true;          // isolation = "process"
  double memory_gigabytes = 0;  // memory = 8
  std::string memory;           // memory = "8GiB"
  unsigned threads = 0;         // 0: all
  DeviceWord device_word = DeviceWord::first;
  std::vector<std::int64_t> devices;
  std::uint64_t seed = 1;  // of the order of the runs
  int verify = 0;
  bool verifies = false;      // verify = { ... }
  std::string verify_plugin;  // "": only the certificate
  bool trace = false;
  bool work = true;
  bool aa = false;  // measures the baseline twice
};

struct MeasurePlan : MeasureTable {
  /// The plugin whose answers all others must equal; null: only the certificate. Owned by the registry.
  const Plugin* reference = nullptr;
  MeasureRules rules;  // without what the question of a case says: see CaseQuestion
};

/// One graph with one rule for its sources, on which all runs are compared.
struct PlannedCase {
  std::string label;             // its difference from the others; "" if it is the only case
  std::size_t graph_number = 0;  // cases with the same number have the same graph
  GraphRequest graph;
  std::shared_ptr<const LoadedGraph> given{};      // in place of what `graph` asks for; null: it is loaded
  std::shared_ptr<const Settings> loader_options;  // what graph.loader_options points to, or null
  Question question;
  std::vector<std::size_t> runs;  // indices of the runs that take part, in order
  nlohmann::json resolved;        // the pipeline as if this were its only case: see Pipeline::to_json
};

struct ReportPlan {
  std::filesystem::path directory;                            // empty: no files
  std::vector<ReportFormat> formats = {ReportFormat::table};  // formats other than the table need a directory
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
  std::filesystem::path keep{};  // the folder for the smallest graphs on which runs fail; empty: none are looked for

  /// Every setting of every table, {"value": ..., "set": ...}, with paths resolved: of the first case.
  const nlohmann::json& to_json() const { return cases.front().resolved; }
};

}  // namespace wayfront::host
