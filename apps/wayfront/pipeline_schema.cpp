#include "pipeline_schema.hpp"

#include <span>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/errors.hpp"
#include "pipeline/pipeline_steps.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "report/report.hpp"
#include "settings/option_schema.hpp"

namespace wayfront::app {
namespace {

using Json = nlohmann::json;
using Rows = std::span<const OptionRow>;

Json reference(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }

/// One table, or a list of tables.
Json one_or_several(Json table) { return {{"anyOf", {table, {{"type", "array"}, {"items", table}, {"minItems", 1}}}}}; }

/// `then` where `key` is `value`.
Json where(const char* key, Json value, Json then) {
  return {{"if", {{"properties", {{key, std::move(value)}}}, {"required", {key}}}}, {"then", std::move(then)}};
}

/// A plugin by its name, or by the path of its file.
void restrict_to_plugins(Json& property, Json names) {
  property["anyOf"] = {{{"enum", std::move(names)}}, {{"pattern", R"(/|\.so$)"}}};
}

Json sweep_of(Rows options) {
  Json table = host::schema_of_table(options);
  for (Json& property : table["properties"])
    property = {{"type", "array"}, {"items", std::move(property)}, {"minItems", 1}};
  return table;
}

/// What a run of that plugin takes: its options, each set or swept.
Json run_of(Rows options) {
  Json run = {{"properties", {{"options", host::schema_of_table(options)}, {"sweep", sweep_of(options)}}}};
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
  Json run = host::schema_of_whole_table(host::run_rows());
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
  Json table = host::schema_of_whole_table(host::step_rows());
  table.update({{"minProperties", 1}, {"maxProperties", 1}});
  return {{"type", "array"}, {"items", {{"anyOf", {{{"enum", std::move(names)}}, std::move(table)}}}}};
}

Json graph_schema(const host::PluginRegistry& plugins) {
  Json graph = host::schema_of_whole_table(host::graph_rows());
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
    rules.push_back(where("loader", {{"const", name}},
                          {{"properties", {{"options", host::schema_of_whole_table(plugin.options())}}}}));
  }
  rules.push_back(where("loader", {{"enum", std::move(generators)}}, {{"not", {{"required", {"path"}}}}}));
  rules.push_back({{"if", {{"properties", {{"loader", {{"enum", std::move(readers)}}}}}}},  // or without a loader
                   {"then", {{"required", {"path"}}}}});
  graph["allOf"] = std::move(rules);
  restrict_to_plugins(graph["properties"]["loader"], std::move(names));
  return graph;
}

Json report_schema() {
  Json report = host::schema_of_whole_table(host::report_rows());
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
        {"problem", host::schema_of_whole_table(host::problem_rows())},
        {"measure", host::schema_of_whole_table(host::measure_rows())},
        {"run", run_schema(plugins)},
        {"report", report_schema()},
        {"output", host::schema_of_whole_table(host::output_rows())}}},
  };
  schema.update(host::schema_of_whole_table(host::top_rows()));
  schema["required"] = {"graph", "run"};
  Json& properties = schema["properties"];
  properties["graph"].update(one_or_several(reference("graph")));
  properties["problem"].update(one_or_several(reference("problem")));
  properties["run"].update(Json{{"type", "array"}, {"items", reference("run")}, {"minItems", 1}});
  for (const char* const table : {"measure", "report", "output"}) properties[table].update(reference(table));
  return schema;
}

}  // namespace wayfront::app
