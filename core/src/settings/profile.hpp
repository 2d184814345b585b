// Profiles of wayfront/profile.hpp, as the host reads them: options that a word of a choice sets.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "settings/value.hpp"
#include "wayfront/options.hpp"

namespace wayfront::host {

/// Whether the words of this row set other options.
bool is_profile(const OptionRow& row);

/// What a word of such a row sets, as a table; none where it sets nothing. Throws ParseError where it is not TOML.
std::optional<Document> profile_table(const OptionRow& row, std::string_view word);

/// What the words set, for `describe`: "paper" sets `hops = 1`, `loop = "host"`. Empty for a row of another kind.
std::string profile_text(const OptionRow& row);

/// Why the profiles among a plugin's rows cannot be used, or "".
std::string profile_fault(std::span<const OptionRow> rows);

}  // namespace wayfront::host
