#include "settings/option_text.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

std::string real_as_toml(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string inline_table(std::span<const OptionRow> rows) {
  std::vector<std::string> items;
  std::set<std::string_view> named;
  for (const OptionRow& row : rows)
    if (named.insert(row.name).second) items.push_back(fmt::format("{} = {}", row.name, default_as_toml(row)));
  return fmt::format("{{ {} }}", fmt::join(items, ", "));
}

/// The bounds that are none are the ends of the type.
template <class Range>
std::string range(const Range& it) {
  using Bound = decltype(it.min);
  const bool below = it.min != std::numeric_limits<Bound>::lowest();
  const bool above = it.max != std::numeric_limits<Bound>::max();
  if (below && above) return fmt::format(" in {} .. {}", it.min, it.max);
  if (below) return fmt::format(" >= {}", it.min);
  return above ? fmt::format(" <= {}", it.max) : "";
}

/// "a, b or c".
std::string either(std::span<const std::string> words) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  return fmt::format("{} or {}", fmt::join(words.first(words.size() - 1), ", "), words.back());
}

}  // namespace

std::string_view type_name(OptionType type) {
  constexpr std::string_view names[] = {
      "boolean",       "integer",       "real",  "choice", "text", "list of integers",
      "list of reals", "list of texts", "table", "any",    "path", "list of paths"};  // in the order of OptionType
  const auto number = static_cast<std::size_t>(type);
  return number < std::size(names) ? names[number] : "";
}

std::string as_toml(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      quoted += c;
  }
  return quoted + '"';
}

std::string json_as_toml(const nlohmann::json& value) {
  if (value.is_string()) return as_toml(value.get<std::string_view>());
  if (value.is_number_float()) return real_as_toml(value.get<double>());
  if (!value.is_structured()) return value.dump();
  std::vector<std::string> items;
  for (const auto& [key, item] : value.items())
    items.push_back(value.is_array() ? json_as_toml(item)
                                     : fmt::format("{} = {}", as_toml(std::string_view(key)), json_as_toml(item)));
  return value.is_array() ? fmt::format("[{}]", fmt::join(items, ", "))
                          : fmt::format("{{ {} }}", fmt::join(items, ", "));
}

std::string table_as_toml(const nlohmann::json& object) {
  std::string lines;
  for (const auto& [key, value] : object.items())
    lines += fmt::format("{} = {}\n", as_toml(std::string_view(key)), json_as_toml(value));
  return lines;
}

nlohmann::json set_values(std::span<const OptionRow> rows, const nlohmann::json& marked) {
  nlohmann::json plain = nlohmann::json::object();
  for (const auto& [name, entry] : marked.items()) {
    if (!entry.at("set").get<bool>()) continue;
    const nlohmann::json& value = entry.at("value");
    plain[name] = value;
    for (const OptionRow& row : rows)
      if (row.name == name && row.type == OptionType::table && value.is_object())
        plain[name] = set_values({row.rows, row.row_count}, value);
  }
  return plain;
}

std::string default_as_toml(const OptionRow& row) {
  if (row.type == OptionType::table) return inline_table({row.rows, row.row_count});
  return row.type == OptionType::any ? "{}" : json_as_toml(Settings::to_json(row, row.default_value));
}

std::string accepted(const OptionRow& row) {
  using enum OptionType;
  std::vector<std::string> words;
  switch (row.type) {
    case boolean:
      return "true or false";
    case integer:
    case integers:
      return std::string(type_name(row.type)) + range(row.integers);
    case real:
    case reals:
      return (row.type == real ? "number" : "list of numbers") + range(row.reals);
    case choice:
      for (const Choice& it : std::span(row.choices).first(row.choice_count))
        words.push_back(fmt::format("\"{}\"", it.name));
      return either(words);
    case table:
      for (const OptionRow& it : std::span(row.rows, row.row_count))
        if (std::ranges::find(words, it.name) == words.end()) words.emplace_back(it.name);
      return fmt::format("table of {}", fmt::join(words, ", "));
    case any:
      return "value";
    default:
      return std::string(type_name(row.type));
  }
}

std::string accepted_with_article(const OptionRow& row) {
  if (row.type == OptionType::boolean || row.type == OptionType::choice) return accepted(row);
  return (row.type == OptionType::integer ? "an " : "a ") + accepted(row);
}

std::string in_markdown(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace wayfront::host
