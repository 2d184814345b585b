// Option rows and their defaults as text, for describe.cpp.
#pragma once

#include <string>
#include <string_view>

#include "wayfront/options.hpp"

namespace wayfront::host {

/// "integer", "list of texts".
std::string_view type_name(OptionType type);

/// A text as a TOML string, quotes included.
std::string as_toml(std::string_view text);

/// The row's default as TOML; a sub-table is an inline table.
std::string default_as_toml(const OptionRow& row);

/// With line breaks and other control characters as blanks.
std::string on_one_line(std::string_view text);

/// With what would end a table's cell or start markup escaped.
std::string in_markdown(std::string_view text);

}  // namespace wayfront::host
