#include "settings/option_text.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace wayfront::host {
namespace {

std::string as_toml(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

template <class F>
std::string list(const OptionValue& value, F&& item_text) {
  std::vector<std::string> items;
  for (const OptionValue& item : std::span(value.items, value.item_count)) items.push_back(item_text(item));
  return fmt::format("[{}]", fmt::join(items, ", "));
}

std::string inline_table(std::span<const OptionRow> rows) {
  std::vector<std::string> items;
  std::set<std::string_view> named;
  for (const OptionRow& row : rows)
    if (named.insert(row.name).second) items.push_back(fmt::format("{} = {}", row.name, default_as_toml(row)));
  return fmt::format("{{ {} }}", fmt::join(items, ", "));
}

std::string range(const IntegerRange& it) {
  const bool below = it.least != std::numeric_limits<std::int64_t>::min();
  const bool above = it.most != std::numeric_limits<std::int64_t>::max();
  if (below && above) return fmt::format(" in {} .. {}", it.least, it.most);
  if (below) return fmt::format(" >= {}", it.least);
  return above ? fmt::format(" <= {}", it.most) : "";
}

std::string range(const RealRange& it) {
  const bool below = it.least != std::numeric_limits<double>::lowest();
  const bool above = it.most != std::numeric_limits<double>::max();
  if (below && above) return fmt::format(" in {} .. {}", it.least, it.most);
  if (below) return fmt::format(" >= {}", it.least);
  return above ? fmt::format(" <= {}", it.most) : "";
}

/// "a, b or c".
std::string either(std::span<const std::string> words) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  return fmt::format("{} or {}", fmt::join(words.first(words.size() - 1), ", "), words.back());
}

}  // namespace

std::string_view type_name(OptionType type) {
  switch (type) {
    case OptionType::boolean:
      return "boolean";
    case OptionType::integer:
      return "integer";
    case OptionType::real:
      return "real";
    case OptionType::choice:
      return "choice";
    case OptionType::text:
      return "text";
    case OptionType::integers:
      return "list of integers";
    case OptionType::reals:
      return "list of reals";
    case OptionType::texts:
      return "list of texts";
    case OptionType::table:
      return "table";
    case OptionType::any:
      return "any";
  }
  return "";
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

std::string default_as_toml(const OptionRow& row) {
  const OptionValue& value = row.preset;
  switch (row.type) {
    case OptionType::boolean:
      return value.boolean ? "true" : "false";
    case OptionType::integer:
      return fmt::format("{}", value.integer);
    case OptionType::real:
      return as_toml(value.real);
    case OptionType::choice:
    case OptionType::text:
      return as_toml(value.text);
    case OptionType::integers:
      return list(value, [](const OptionValue& it) { return fmt::format("{}", it.integer); });
    case OptionType::reals:
      return list(value, [](const OptionValue& it) { return as_toml(it.real); });
    case OptionType::texts:
      return list(value, [](const OptionValue& it) { return as_toml(it.text); });
    case OptionType::table:
      return inline_table({row.rows, row.row_count});
    case OptionType::any:
      return "{}";
  }
  return "";
}

std::string accepted(const OptionRow& row) {
  std::vector<std::string> words;
  switch (row.type) {
    case OptionType::boolean:
      return "true or false";
    case OptionType::integer:
      return "integer" + range(row.integers);
    case OptionType::real:
      return "number" + range(row.reals);
    case OptionType::text:
      return "text";
    case OptionType::choice:
      for (const Choice& it : std::span(row.choices).first(row.choice_count))
        words.push_back(fmt::format("\"{}\"", it.name));
      return either(words);
    case OptionType::integers:
      return "list of integers" + range(row.integers);
    case OptionType::reals:
      return "list of numbers" + range(row.reals);
    case OptionType::texts:
      return "list of texts";
    case OptionType::table:
      for (const OptionRow& it : std::span(row.rows, row.row_count))
        if (std::ranges::find(words, it.name) == words.end()) words.emplace_back(it.name);
      return fmt::format("table of {}", fmt::join(words, ", "));
    case OptionType::any:
      return "value";
  }
  return {};
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
