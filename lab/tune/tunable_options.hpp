// Which options of a plugin are worth trying, and with which values.
#pragma once

#include <string>
#include <vector>

#include "plugins/plugin_registry.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// One option with another value than its default, as in TOML.
struct OptionTrial {
  std::string option;
  std::string value;
  bool operator==(const OptionTrial&) const = default;
};

/// "name = value" with ", " between them; "the defaults" for none.
std::string text_of(const std::vector<OptionTrial>& options);

/// Those that the rows name (OptionRow::tried()). Of a plugin whose rows name none: the other words of a choice, the
/// opposite of a boolean, half and double of a number that is not 0. The most promising come first: the values of
/// different options take turns.
std::vector<OptionTrial> trials_of(const Plugin& plugin, const GraphInfo& graph);

}  // namespace wayfront::host
