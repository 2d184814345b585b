// TOML values as JSON and as text.
#pragma once

#include <toml++/toml.h>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace wayfront::host {

/// Any TOML value as JSON; dates, infinities and NaN become texts.
nlohmann::json to_json(const toml::node& node);

/// A value in TOML syntax, shortened for messages: 7, "edge", a table, a list of 3.
std::string shown(const toml::node& node);

}  // namespace wayfront::host
