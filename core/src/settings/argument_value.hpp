// A command-line argument as a TOML value.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "settings/diagnostics.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

/// A document whose key "value" holds the TOML value that a command-line argument is, or else the argument as a text;
/// nothing after an error. `place` names the argument in messages.
std::optional<Document> parse_argument(std::string_view text, std::string_view place, Diagnostics& diagnostics);

/// The same for a text as it stands; nothing if it holds what no TOML text can, such as bytes that are not UTF-8.
std::optional<Document> text_argument(const std::string& text, std::string_view place);

}  // namespace wayfront::host
