#include "settings/settings.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "settings/settings_reader.hpp"

namespace wayfront::host {
namespace {

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

nlohmann::json table_json(std::span<const OptionRow> rows, std::span<const OptionValue> values);

nlohmann::json value_json(const OptionRow& row, const OptionValue& value) {
  nlohmann::json list = nlohmann::json::array();
  const std::span items(value.items, value.item_count);
  switch (row.type) {
    case OptionType::boolean:
      return value.boolean;
    case OptionType::integer:
      return value.integer;
    case OptionType::real:
      return value.real;
    case OptionType::choice:
    case OptionType::text:
      return value.text;
    case OptionType::integers:
      for (const OptionValue& item : items) list.push_back(item.integer);
      return list;
    case OptionType::reals:
      for (const OptionValue& item : items) list.push_back(item.real);
      return list;
    case OptionType::texts:
      for (const OptionValue& item : items) list.push_back(item.text);
      return list;
    case OptionType::table:
      return table_json({row.rows, row.row_count}, items);
    case OptionType::any:
      return value.text == nullptr ? nlohmann::json() : nlohmann::json::parse(value.text);
  }
  return {};
}

nlohmann::json table_json(std::span<const OptionRow> rows, std::span<const OptionValue> values) {
  nlohmann::json all = nlohmann::json::object();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool known = all.contains(rows[i].name);
    if (known && !values[i].is_set) continue;
    all[rows[i].name] = {{"value", value_json(rows[i], values[i])}, {"set", values[i].is_set}};
  }
  return all;
}

}  // namespace

Settings Settings::defaults(std::span<const OptionRow> rows) {
  Diagnostics none;
  return from(rows, {}, {}, "", none);
}

Settings Settings::from(std::span<const OptionRow> rows, const toml::table* table, std::string_view title,
                        Diagnostics& diagnostics) {
  if (table == nullptr) return from(rows, {}, {}, title, diagnostics);
  return from(rows, SettingsReader::entries_of(*table), table->source(), title, diagnostics);
}

Settings Settings::from(std::span<const OptionRow> rows, std::span<const Entry> entries,
                        const toml::source_region& place, std::string_view title, Diagnostics& diagnostics) {
  Settings settings;
  settings.rows_ = rows;
  settings.place_ = place;
  for (const Entry& entry : entries) settings.nodes_.emplace_back(entry.key, entry.value);
  settings.values_ = SettingsReader(settings, title, diagnostics).table(rows, entries, place, "");
  return settings;
}

void Settings::store(void* options) const { store_values(rows_.data(), rows_.size(), values_.data(), options); }

nlohmann::json Settings::to_json() const { return table_json(rows_, values_); }

const toml::node* Settings::node(std::string_view name) const {
  const auto it = std::ranges::find_if(nodes_, [&](const auto& entry) { return entry.first == name; });
  return it == nodes_.end() ? nullptr : it->second;
}

toml::source_region Settings::place(std::string_view name) const {
  const toml::node* const value = node(name);
  return value == nullptr ? place_ : value->source();
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

}  // namespace wayfront::host
