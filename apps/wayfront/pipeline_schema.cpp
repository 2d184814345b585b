// The pipeline file as JSON Schema (2020-12), for editors and other validators: `wayfront describe --schema`.
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/errors.hpp"
#include "commands.hpp"
#include "load/tables/graph_tables.hpp"
#include "load/tables/graph_values.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "report/report.hpp"
#include "settings/settings.hpp"

namespace wayfront::app {
namespace {

using Json = nlohmann::json;
using Rows = std::span<const OptionRow>;

Json schema_of_whole_table(Rows rows);

Json integers_of(const IntegerRange& range) {
  Json schema = {{"type", "integer"}};
  if (range.min != std::numeric_limits<std::int64_t>::min()) schema["minimum"] = range.min;
  if (range.max != std::numeric_limits<std::int64_t>::max()) schema["maximum"] = range.max;
  return schema;
}

Json reals_of(const RealRange& range) {
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
      return integers_of(row.integers);
    case OptionType::real:
      return reals_of(row.reals);
    case OptionType::choice: {
      Json words = Json::array();
      for (const Choice& it : std::span(row.choices).first(row.choice_count)) words.push_back(it.name);
      return {{"enum", std::move(words)}};
    }
    case OptionType::text:
    case OptionType::path:
      return {{"type", "string"}};
    case OptionType::integers:
      return list_of(integers_of(row.integers));
    case OptionType::reals:
      return list_of(reals_of(row.reals));
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

/// What a value of this row must be. A row of type `any` takes everything.
Json schema_of(const OptionRow& row) {
  Json schema = type_of(row);
  schema["description"] = row.help;
  if (row.required || row.type == OptionType::table || row.type == OptionType::any) return schema;
  Json value = host::Settings::defaults({&row, 1}).to_json()[row.name]["value"];
  const bool finite = !value.is_number_float() || std::isfinite(value.get<double>());  // JSON has no infinity
  if (finite) schema["default"] = std::move(value);
  return schema;
}

/// An object with the rows' names as its only keys; rows of one name are alternatives. Without a key "required": a
/// required row may be set elsewhere, as options of a run are by its sweep.
Json schema_of_table(Rows rows) {
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

/// The same with "required".
Json schema_of_whole_table(Rows rows) {
  Json schema = schema_of_table(rows);
  for (const OptionRow& row : rows)
    if (row.required) schema["required"].push_back(row.name);
  return schema;
}

Json reference(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }

Json one_or_several(Json table) { return {{"anyOf", {table, {{"type", "array"}, {"items", table}, {"minItems", 1}}}}}; }

Json where(const char* key, Json value, Json then) {
  return {{"if", {{"properties", {{key, std::move(value)}}}, {"required", {key}}}}, {"then", std::move(then)}};
}

/// A plugin by its name, or by the path of its file.
void restrict_to_plugins(Json& property, Json names) {
  property["anyOf"] = {{{"enum", std::move(names)}}, {{"pattern", R"(/|\.so$)"}}};
}

Json sweep_of(Rows options) {
  Json table = schema_of_table(options);
  for (Json& property : table["properties"])
    property = {{"type", "array"}, {"items", std::move(property)}, {"minItems", 1}};
  return table;
}

/// What a run of that plugin takes: its options, each set or swept.
Json run_of(Rows options) {
  Json run = {{"properties", {{"options", schema_of_table(options)}, {"sweep", sweep_of(options)}}}};
  for (const OptionRow& row : options) {
    if (!row.required) continue;
    Json given = Json::array();
    for (const char* const table : {"options", "sweep"})
      given.push_back({{"required", {table}}, {"properties", {{table, {{"required", {row.name}}}}}}});
    run["allOf"].push_back({{"anyOf", std::move(given)}});
  }
  return run;
}

Json run_schema(const host::PluginRegistry& plugins) {
  Json run = schema_of_whole_table(host::run_rows());
  Json names = Json::array();
  for (const host::Plugin& plugin : plugins.plugins()) {
    if (plugin.descriptor->kind != PluginKind::algorithm) continue;
    const char* const name = plugin.about().name;
    names.push_back(name);
    run["allOf"].push_back(where("plugin", {{"const", name}}, run_of(plugin.options())));
  }
  restrict_to_plugins(run["properties"]["plugin"], std::move(names));
  return run;
}

/// A name alone where the step needs no value, or a table with one key.
Json steps_schema() {
  Json names = Json::array();
  for (const OptionRow& row : host::step_rows()) {
    try {
      const std::string name = row.name;
      host::parse_steps({&name, 1}, "");
      if (names.empty() || names.back() != name) names.push_back(name);
    } catch (const host::UserError&) {  // needs a value
    }
  }
  Json table = schema_of_whole_table(host::step_rows());
  table.update({{"minProperties", 1}, {"maxProperties", 1}});
  return {{"type", "array"}, {"items", {{"anyOf", {{{"enum", std::move(names)}}, std::move(table)}}}}};
}

Json graph_schema(const host::PluginRegistry& plugins) {
  Json graph = schema_of_whole_table(host::graph_rows());
  graph["properties"]["path"]["minLength"] = 1;
  graph["properties"]["steps"].update(steps_schema());
  graph["dependentRequired"] = {{"options", {"loader"}}};
  Json names = {"", "binary"}, generators = Json::array();  // no plugins, and both read files
  Json readers = names, rules = Json::array();
  const Json no_options = {{"not", {{"required", {"options"}}}}};
  rules.push_back(where("loader", {{"enum", names}}, no_options));
  for (const host::Plugin& plugin : plugins.plugins()) {
    if (plugin.descriptor->kind != PluginKind::loader) continue;
    const char* const name = plugin.about().name;
    names.push_back(name);
    (plugin.has(capability::generates) ? generators : readers).push_back(name);
    rules.push_back(
        where("loader", {{"const", name}}, {{"properties", {{"options", schema_of_whole_table(plugin.options())}}}}));
  }
  rules.push_back(where("loader", {{"enum", std::move(generators)}}, {{"not", {{"required", {"path"}}}}}));
  rules.push_back({{"if", {{"properties", {{"loader", {{"enum", std::move(readers)}}}}}}},  // or without a loader
                   {"then", {{"required", {"path"}}}}});
  graph["allOf"] = std::move(rules);
  restrict_to_plugins(graph["properties"]["loader"], std::move(names));
  return graph;
}

Json report_schema() {
  Json report = schema_of_whole_table(host::report_rows());
  Json names = Json::array();
  for (const host::ReportFormat format : host::report_formats) names.push_back(host::name(format));
  Json& formats = report["properties"]["formats"];
  formats["items"] = {{"enum", std::move(names)}};
  formats["minItems"] = 1;
  formats.erase("default");  // which depends on the directory
  return report;
}

}  // namespace

Json pipeline_schema(const host::PluginRegistry& plugins) {
  Json schema = {
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"title", "Wayfront pipeline"},
      {"$defs",
       {{"graph", graph_schema(plugins)},
        {"problem", schema_of_whole_table(host::problem_table().rows)},
        {"measure", schema_of_whole_table(host::measure_table().rows)},
        {"run", run_schema(plugins)},
        {"report", report_schema()},
        {"output", schema_of_whole_table(host::output_table().rows)}}},
  };
  schema.update(schema_of_whole_table(host::top_rows()));
  schema["required"] = {"graph", "run"};
  Json& properties = schema["properties"];
  properties["graph"].update(one_or_several(reference("graph")));
  properties["problem"].update(one_or_several(reference("problem")));
  properties["run"].update(Json{{"type", "array"}, {"items", reference("run")}, {"minItems", 1}});
  for (const char* const table : {"measure", "report", "output"}) properties[table].update(reference(table));
  return schema;
}

}  // namespace wayfront::app
