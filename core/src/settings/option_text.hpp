// Option rows and their defaults as text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "wayfront/options.hpp"

namespace wayfront::host {

/// "integer", "list of texts".
std::string_view type_name(OptionType type);

/// A text as a TOML string, quotes included.
std::string as_toml(std::string_view text);

/// A JSON value as TOML; an object is an inline table. It must not hold null.
std::string json_as_toml(const nlohmann::json& value);

/// A JSON object as a TOML table, a line for each key; objects in it are inline tables. It must not hold null.
std::string table_as_toml(const nlohmann::json& object);

/// Those values of Settings::to_json() that are set, as a file has them.
nlohmann::json set_values(std::span<const OptionRow> rows, const nlohmann::json& marked);

/// The row's default as TOML; a sub-table is an inline table.
std::string default_as_toml(const OptionRow& row);

/// The values that a row takes, for messages and `describe`: "integer in 32 .. 1024", "\"edge\" or \"vertex\"".
std::string accepted(const OptionRow& row);

/// The same as a part of a sentence: "an integer in 32 .. 1024".
std::string accepted_with_article(const OptionRow& row);

/// Escapes characters that would end a table's cell or start markup.
std::string in_markdown(std::string_view text);

}  // namespace wayfront::host
