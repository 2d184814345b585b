// What pipeline.cpp puts together: one function for each table, and the kinds of values that several tables have. Errors go
// to `diagnostics`; the plan then is incomplete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "answers/solution_writer.hpp"
#include "load/loaded_graph.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "pipeline/plan.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/measure_rules.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

// The cases of a pipeline: each of its graphs with each of its problems, and their names.

/// A [graph] table, read.
struct PlannedGraph {
  std::string label;  // the file's, or ""
  Place place;
  GraphRequest request;
  std::shared_ptr<const Settings> loader_options;
  nlohmann::json resolved;
};

/// A [problem] table, read.
struct PlannedProblem {
  std::string label;  // the file's, or ""
  Place place;
  Question question;
  nlohmann::json resolved;
};

/// `common` is the part of Pipeline::to_json for the other tables. Missing labels are made from the differences; a
/// duplicate label is an error.
std::vector<PlannedCase> plan_cases(std::vector<PlannedGraph> graphs, std::vector<PlannedProblem> problems,
                                    std::size_t runs, const nlohmann::json& common, Diagnostics& diagnostics);

/// Whether the whole text matches a pattern in which * stands for any text and ? for one character. The time is at most
/// proportional to the product of their lengths.
bool matches(std::string_view pattern, std::string_view text);

/// Keeps the runs whose name contains `pattern`; a pattern with * (any text) or ? (a character) must match the whole
/// label or name. A run's name is its label, in a pipeline with several cases "CASE: LABEL". Throws UserError (usage)
/// if none is left.
void keep_runs(Pipeline& pipeline, std::string_view pattern);

/// A [graph] table: what to load, by which loader, with which weights and steps. `given`: none where the table has errors
/// already.
PlannedGraph plan_graph(Value given, const PluginRegistry& plugins, const ResolvePath& resolve,
                        Diagnostics& diagnostics);

/// The [[run]] tables: their plugins, options, sweeps and labels. `list` is the file's "run", or none. With `control`, the baseline comes twice, the second time as the control.
/// Paths among the options are resolved.
std::vector<PlannedRun> plan_runs(Value list, const PluginRegistry& plugins, bool control, const ResolvePath& resolve,
                                  Diagnostics& diagnostics);

/// A [problem] table, with the files of ids that it names.
PlannedProblem plan_problem(Value table, const ResolvePath& resolve, Diagnostics& diagnostics);

/// [output]: `table` was stored from `settings`; `figures` are those of the question, `labels` those of the runs.
OutputPlan plan_output(const Settings& settings, const OutputTable& table, std::span<const std::string> figures,
                       std::span<const std::string> labels, Diagnostics& diagnostics);

/// The table that `value` is. If it is something else none, and the error says so of `what`: "[measure]".
Value plan_table(Value value, std::string_view what, Diagnostics& diagnostics);

/// The label of the table [`table`] as written.
std::string plan_label(const Settings& all, const char* table, const std::string& given, Diagnostics& diagnostics);

/// How a plugin is looked up that a table calls `written`: by that name, or by the path of its file, resolved.
std::string plan_plugin(const std::string& written, const Place& place, const ResolvePath& resolve);

/// The setting `key` in bytes: from `text` or, if that is empty, from a number of GB. `forms` are examples of texts,
/// one with % if a share of memory is allowed.
std::uint64_t plan_bytes(const Settings& all, const char* table, const char* key, const std::string& text,
                         double gigabytes, std::string_view forms, Diagnostics& diagnostics);

/// The setting `devices`, whose word is `word` unless there are numbers. Nothing for the word "measure". `name` is the
/// table's, as errors show it.
std::optional<DeviceRule> plan_devices(const Settings& all, const char* name, DeviceWord word,
                                       std::span<const std::int64_t> numbers, Diagnostics& diagnostics);

/// Bytes: "8GiB", "500 MB", "4096B" or a share of this machine's memory, "50%". Nothing for any other text, such as a
/// number alone, for 0, or for more than 100%.
std::optional<std::uint64_t> parse_byte_count(std::string_view text);

// Names for the entries of a pipeline that have no label: made from their differences.
struct LabelledEntry {
  std::string given;                            // the label that the file gives, or ""
  std::filesystem::path path;                   // of the file or object that it is named after, or ""
  std::map<std::string, std::string> settings;  // all others, by their paths: "options.scale"
  std::set<std::string> set = {};               // settings that the file gives; the others have their defaults
};

/// A label for each entry: its own, or the shortest unique suffix of its path, and the settings in which it differs
/// from others with that path (from all entries if it has no path), without defaults if that is enough. Entries without
/// a label get equal names only if they are equal. `kind` names entries without any difference: "problem 2".
std::vector<std::string> make_labels(std::span<const LabelledEntry> entries, std::string_view kind);

/// `label`, or if it is taken, with the first free number: "x (2)".
std::string free_label(const std::string& label, const std::set<std::string>& taken);

}  // namespace wayfront::host
