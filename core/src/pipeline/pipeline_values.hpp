// Kinds of values that several tables of a pipeline file have.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "settings/settings.hpp"

namespace wayfront::host {

/// A label of the table [`table`], as it is given. Errors go to `diagnostics`.
std::string plan_label(const Settings& all, const char* table, const std::string& given, Diagnostics& diagnostics);

/// Bytes: of the setting `key` as `text`, or where that is empty, as a number of GB. `forms` are examples of texts, one
/// with % where a share of memory will do.
std::uint64_t plan_bytes(const Settings& all, const char* table, const char* key, const std::string& text,
                         double gigabytes, std::string_view forms, Diagnostics& diagnostics);

}  // namespace wayfront::host
