#include "settings/settings.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace wayfront::host {
namespace {

nlohmann::json table_json(std::span<const OptionRow> rows, std::span<const OptionValue> values) {
  nlohmann::json all = nlohmann::json::object();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool known = all.contains(rows[i].name);
    if (known && !values[i].is_set) continue;
    all[rows[i].name] = {{"value", Settings::to_json(rows[i], values[i])}, {"set", values[i].is_set}};
  }
  return all;
}

}  // namespace

nlohmann::json Settings::to_json(const OptionRow& row, const OptionValue& value) {
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
    case OptionType::path:
      return value.text;
    case OptionType::integers:
      for (const OptionValue& item : items) list.push_back(item.integer);
      return list;
    case OptionType::reals:
      for (const OptionValue& item : items) list.push_back(item.real);
      return list;
    case OptionType::texts:
    case OptionType::paths:
      for (const OptionValue& item : items) list.push_back(item.text);
      return list;
    case OptionType::table:
      return table_json({row.rows, row.row_count}, items);
    case OptionType::any:
      return value.text == nullptr ? nlohmann::json() : nlohmann::json::parse(value.text);
  }
  return {};
}

void Settings::store(void* options) const { store_values(rows_.data(), rows_.size(), values_.data(), options); }

nlohmann::json Settings::to_json() const { return table_json(rows_, values_); }

Value Settings::value(std::string_view name) const {
  const auto it = std::ranges::find_if(given_, [&](const auto& entry) { return entry.first == name; });
  return it == given_.end() ? Value() : it->second;
}

Place Settings::place(std::string_view name) const {
  const Value given = value(name);
  return given ? given.place() : place_;
}

}  // namespace wayfront::host
