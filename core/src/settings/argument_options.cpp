#include "settings/argument_options.hpp"

#include <deque>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wayfront::host {
namespace {

/// Nothing if `text` is not a TOML value.
std::optional<Document> parse_value(std::string_view text, std::string_view place) {
  try {
    Document document(fmt::format("value = {}\n", text), std::string(place));
    if (document.root().entries().size() == 1) return document;  // a line break could smuggle in a second key
  } catch (const ParseError&) {
  }
  return {};
}

}  // namespace

std::optional<Document> text_argument(const std::string& text, std::string_view place) {
  try {
    return parse_value(nlohmann::json(text).dump(), place);
  } catch (const nlohmann::json::type_error&) {
    return {};
  }
}

std::optional<Document> parse_argument(std::string_view text, std::string_view place, Diagnostics& diagnostics) {
  if (auto value = parse_value(text, place)) return value;
  const bool meant_as_toml = !text.empty() && std::string_view("[{\"'").find(text.front()) != std::string_view::npos;
  if (!meant_as_toml)
    if (auto value = text_argument(std::string(text), place)) return value;
  diagnostics.error(argument_place(std::string(place)), fmt::format("'{}' is not a TOML value", text));
  return {};
}

Settings parse_options(std::span<const std::string> texts, std::span<const OptionRow> rows, std::string_view title,
                       std::string_view option) {
  Diagnostics diagnostics;
  std::deque<Document> values;  // keeps what entries refer to
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
    const Value given = values.emplace_back(std::move(*value)).root().get("value");
    if (!seen.insert(name).second) diagnostics.error(given.place(), "is given twice");
    entries.push_back({name, given.place(), given});
  }
  Settings settings = Settings::from(rows, entries, {}, title, diagnostics);
  diagnostics.throw_if_any();
  return settings;
}

}  // namespace wayfront::host
