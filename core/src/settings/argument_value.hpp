// A command-line argument as a TOML value.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <toml++/toml.h>

#include "settings/settings.hpp"

namespace wayfront::host {

/// A place outside of files, as messages name it: "--set measure.repeats".
toml::source_region argument_place(std::string name);

/// A table whose key "value" has the TOML value of a command-line argument, or else the argument as a text; nothing
/// after an error. `place` names the argument in messages.
std::optional<toml::table> parse_argument(std::string_view text, std::string_view place, Diagnostics& diagnostics);

/// The same, but always as a text; nothing if a TOML text cannot contain it, such as bytes that are not UTF-8.
std::optional<toml::table> text_argument(const std::string& text, const toml::source_region& place);

}  // namespace wayfront::host
