// What pipeline.cpp puts together: one function for each table, and the kinds of values that several tables have. Errors go
// to `diagnostics`; the plan then is incomplete.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/solution_writer.hpp"
#include "pipeline/pipeline_cases.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "pipeline/plan.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/measure_rules.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

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

}  // namespace wayfront::host
