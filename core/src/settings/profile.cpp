#include "settings/profile.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "settings/diagnostics.hpp"
#include "settings/option_text.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

std::string_view text_of(const OptionRow& row, std::string_view word) {
  for (std::size_t i = 0; i < row.choice_count && i < row.default_value.item_count; ++i)
    if (word == row.choices[i].name && row.default_value.items[i].text != nullptr)
      return row.default_value.items[i].text;
  return {};
}

std::string fault_of(const OptionRow& row, std::span<const OptionRow> rows) {
  const OptionValue& value = row.default_value;
  if (value.item_count != row.choice_count) return "does not say for each word what it sets";
  if (value.text != nullptr && !text_of(row, value.text).empty())
    return fmt::format("sets options by its default \"{}\", which must set none", value.text);
  for (const Choice& word : std::span(row.choices).first(row.choice_count)) {
    const std::string name = fmt::format("profile \"{}\"", word.name);
    try {
      const std::optional<Document> table = profile_table(row, word.name);
      if (!table) continue;
      for (const Value::Entry& entry : table->root().entries())
        if (entry.key == row.name) return fmt::format("sets itself by \"{}\"", word.name);
      Diagnostics diagnostics(name);
      const Settings settings = Settings::from(rows, table->root(), name, diagnostics);
      if (!diagnostics.empty()) return fmt::format("has a word that cannot be used: {}", diagnostics.text());
    } catch (const ParseError& error) {
      return fmt::format("has a word that cannot be used: {} is not TOML: {}", name, error.what());
    }
  }
  return {};
}

}  // namespace

bool is_profile(const OptionRow& row) { return row.type == OptionType::choice && row.default_value.item_count != 0; }

std::optional<Document> profile_table(const OptionRow& row, std::string_view word) {
  const std::string_view text = is_profile(row) ? text_of(row, word) : std::string_view();
  if (text.empty()) return std::nullopt;
  return Document(text, fmt::format("profile \"{}\"", word));
}

std::string profile_text(const OptionRow& row) {
  if (!is_profile(row)) return {};
  std::vector<std::string> words;
  for (const Choice& word : std::span(row.choices).first(row.choice_count)) {
    const std::optional<Document> table = profile_table(row, word.name);
    if (!table) continue;
    std::vector<std::string> set;
    for (const Value::Entry& entry : table->root().entries())
      set.push_back(fmt::format("{} = {}", entry.key, json_as_toml(entry.value.to_json())));
    words.push_back(fmt::format("\"{}\" sets {}.", word.name, fmt::join(set, ", ")));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::string profile_fault(std::span<const OptionRow> rows) {
  for (const OptionRow& row : rows) {
    if (!is_profile(row)) continue;
    if (const std::string fault = fault_of(row, rows); !fault.empty())
      return fmt::format("option '{}' {}", row.name, fault);
  }
  return {};
}

}  // namespace wayfront::host
