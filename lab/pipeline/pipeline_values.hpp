// Kinds of values that several tables of a pipeline file have.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/pipeline_tables.hpp"
#include "run/measure_rules.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

/// The label of the table [`table`] as written. Errors go to `diagnostics`.
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

}  // namespace wayfront::host
