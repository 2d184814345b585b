// Options of a plugin given on the command line, --set NAME=VALUE, checked against its rows like those of a pipeline
// file.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "settings/settings.hpp"

namespace wayfront::host {

/// `texts` are "name=value", the value TOML, or else a text. `title` is "options of loader 'dimacs'", `option` the
/// command-line option. Settings::node() and place() are invalid afterwards. Throws UserError (ExitCode::usage) with
/// all errors.
Settings parse_options(std::span<const std::string> texts, std::span<const OptionRow> rows, std::string_view title,
                       std::string_view option = "--set");

}  // namespace wayfront::host
