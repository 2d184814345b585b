#include "settings/argument_options.hpp"

#include <deque>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "settings/argument_value.hpp"

namespace wayfront::host {

Settings parse_options(std::span<const std::string> texts, std::span<const OptionRow> rows, std::string_view title,
                       std::string_view option) {
  Diagnostics diagnostics;
  std::deque<toml::table> values;  // keeps what entries refer to
  std::vector<Settings::Entry> entries;
  std::set<std::string_view> seen;
  for (const std::string_view text : texts) {
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    const std::string place = fmt::format("{} {}", option, name);
    if (equals == std::string_view::npos || name.empty())
      throw UserError(ExitCode::usage, fmt::format("{} {}: write {} NAME=VALUE", option, text, option));
    auto value = parse_argument(text.substr(equals + 1), place, diagnostics);
    if (!value) continue;
    const toml::node* const node = values.emplace_back(std::move(*value)).get("value");
    if (!seen.insert(name).second) diagnostics.error(node->source(), "is given twice");
    entries.push_back({name, node->source(), node});
  }
  Settings settings = Settings::from(rows, entries, {}, title, diagnostics);
  diagnostics.throw_if_any();
  return settings;
}

}  // namespace wayfront::host
