#include "settings/option_schema.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <nlohmann/json.hpp>

#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

using Json = nlohmann::json;

Json integer(const IntegerRange& range) {
  Json schema = {{"type", "integer"}};
  if (range.min != std::numeric_limits<std::int64_t>::min()) schema["minimum"] = range.min;
  if (range.max != std::numeric_limits<std::int64_t>::max()) schema["maximum"] = range.max;
  return schema;
}

Json real(const RealRange& range) {
  Json schema = {{"type", "number"}};
  if (std::isfinite(range.min) && range.min != std::numeric_limits<double>::lowest()) schema["minimum"] = range.min;
  if (std::isfinite(range.max) && range.max != std::numeric_limits<double>::max()) schema["maximum"] = range.max;
  return schema;
}

Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

Json type_of(const OptionRow& row) {
  switch (row.type) {
    case OptionType::boolean:
      return {{"type", "boolean"}};
    case OptionType::integer:
      return integer(row.integers);
    case OptionType::real:
      return real(row.reals);
    case OptionType::choice: {
      Json words = Json::array();
      for (const Choice& it : std::span(row.choices).first(row.choice_count)) words.push_back(it.name);
      return {{"enum", std::move(words)}};
    }
    case OptionType::text:
    case OptionType::path:
      return {{"type", "string"}};
    case OptionType::integers:
      return list_of(integer(row.integers));
    case OptionType::reals:
      return list_of(real(row.reals));
    case OptionType::texts:
    case OptionType::paths:
      return list_of({{"type", "string"}});
    case OptionType::table:
      return schema_of_whole_table({row.rows, row.row_count});
    case OptionType::any:
      break;
  }
  return Json::object();
}

}  // namespace

Json schema_of(const OptionRow& row) {
  Json schema = type_of(row);
  schema["description"] = row.help;
  if (row.required || row.type == OptionType::table || row.type == OptionType::any) return schema;
  Json value = Settings::defaults({&row, 1}).to_json()[row.name]["value"];
  const bool finite = !value.is_number_float() || std::isfinite(value.get<double>());  // JSON has no infinity
  if (finite) schema["default"] = std::move(value);
  return schema;
}

Json schema_of_table(std::span<const OptionRow> rows) {
  Json properties = Json::object();
  for (const OptionRow& row : rows) {
    Json schema = schema_of(row);
    if (!properties.contains(row.name)) {
      properties[row.name] = std::move(schema);
      continue;
    }
    Json& earlier = properties[row.name];
    if (!earlier.contains("anyOf")) earlier = {{"anyOf", Json::array({std::move(earlier)})}};
    earlier["anyOf"].push_back(std::move(schema));
  }
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

Json schema_of_whole_table(std::span<const OptionRow> rows) {
  Json schema = schema_of_table(rows);
  for (const OptionRow& row : rows)
    if (row.required) schema["required"].push_back(row.name);
  return schema;
}

}  // namespace wayfront::host
