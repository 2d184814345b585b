// Arguments of the command line as TOML values; and as options of a plugin, --set NAME=VALUE, checked against its rows like
// those of a pipeline file.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

/// A document whose key "value" holds the TOML value that a command-line argument is, or else the argument as a text;
/// nothing after an error. `place` names the argument in messages.
std::optional<Document> parse_argument(std::string_view text, std::string_view place, Diagnostics& diagnostics);

/// The same for a text as it stands; nothing if it holds what no TOML text can, such as bytes that are not UTF-8.
std::optional<Document> text_argument(const std::string& text, std::string_view place);

/// `texts` are "name=value", the value TOML, or else a text. `title` is "options of loader 'dimacs'", `option` the
/// command-line option. Settings::node() and place() are invalid afterwards. Throws UserError (ExitCode::usage) with
/// all errors.
Settings parse_options(std::span<const std::string> texts, std::span<const OptionRow> rows, std::string_view title,
                       std::string_view option = "--set");

}  // namespace wayfront::host
