// A value of the command line as a TOML value.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <toml++/toml.h>

#include "settings/settings.hpp"

namespace wayfront::host {

/// A place in no file, named as messages name it: "--set measure.repeats".
toml::source_region argument_place(std::string name);

/// A table whose key "value" holds the TOML value that a command-line argument is, or the argument as a text where it
/// is none; nothing after an error. `place` names the argument in messages.
std::optional<toml::table> parse_argument(std::string_view text, std::string_view place, Diagnostics& diagnostics);

/// The same for a text as it stands; nothing where it holds what no TOML text can, such as bytes that are not UTF-8.
std::optional<toml::table> text_argument(const std::string& text, const toml::source_region& place);

}  // namespace wayfront::host
