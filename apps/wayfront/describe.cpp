#include "plugins/describe.hpp"
#include "pipeline/pipeline_tables.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/json/json_text.hpp"
#include "commands.hpp"

namespace wayfront::app {
namespace {

struct DescribeArguments {
  std::string plugin;  // a name, or the path of a file
  bool toml = false;
  bool markdown = false;
  bool json = false;
  bool schema = false;

  void add_to(std::vector<Option>& rows) {
    rows = {
        {"PLUGIN", &plugin, "A plugin's name, the path of its file, or 'pipeline' for the tables of a pipeline file."},
        {"--toml", &toml, "Print a table to paste into a pipeline file."},
        Option{"--markdown", &markdown, "Print Markdown."}.excludes({"--toml"}),
        Option{"--json", &json, "Print JSON."}.excludes({"--toml", "--markdown"}),
        Option{"--schema", &schema, "Print a JSON Schema of the pipeline file, with the options of all plugins."}
            .excludes({"--toml", "--markdown", "--json"})};
  }
};

/// With it editors know the keys of a file that begins with this line.
constexpr const char* schema_line =
    "#:schema ./wayfront.schema.json\n"
    "# That file is for editors: wayfront describe --schema >wayfront.schema.json\n";

// Every table of the pipeline file, in the same formats as for plugins.

std::string pipeline_text() {
  std::string text;
  for (const auto& [title, rows] : host::pipeline_tables())
    text += fmt::format("{}\n{}\n", title, host::options_text(rows));
  return text;
}

/// The reference part of docs/run.md.
std::string pipeline_markdown() {
  std::string text;
  for (const auto& [title, rows] : host::pipeline_tables())
    text += fmt::format("### `{}`\n\n{}\n", title, host::options_markdown(rows));
  return text;
}

/// A template: each key is a comment, and so is the header of a table that adds an entry to a list.
std::string pipeline_toml() {
  std::string text = schema_line;
  text += "# Every key of a pipeline file with its default. Uncomment what you want to set.\n";
  for (const auto& [title, rows] : host::pipeline_tables())
    text += fmt::format("\n{}{}\n{}", title.starts_with("[[") ? "# " : "", title, host::options_toml(rows));
  return text;
}

nlohmann::json pipeline_json() {
  nlohmann::json tables = nlohmann::json::array();
  for (const host::PipelineTable& table : host::pipeline_tables())
    tables.push_back({{"table", table.title}, {"options", host::options_json(table.rows)}});
  return {{"kind", "pipeline"}, {"tables", std::move(tables)}};
}

int describe(const DescribeArguments& arguments, const host::PluginRegistry& plugins) {
  if (arguments.schema) {
    if (!arguments.plugin.empty() && arguments.plugin != "pipeline")
      refuse("--schema is about the pipeline file with all plugins; leave out '{}'", arguments.plugin);
    print(host::json_text(pipeline_schema(plugins)));
    return 0;
  }
  if (arguments.plugin.empty()) refuse("PLUGIN is required, or --schema");
  if (arguments.plugin == "pipeline") {
    print(arguments.json       ? host::json_text(pipeline_json())
          : arguments.toml     ? pipeline_toml()
          : arguments.markdown ? pipeline_markdown()
                               : pipeline_text());
    return 0;
  }
  const host::Plugin plugin = plugins.find(std::nullopt, arguments.plugin);
  const std::string text = arguments.json       ? host::json_text(host::describe_json(plugin))
                           : arguments.toml     ? schema_line + host::describe_toml(plugin)
                           : arguments.markdown ? host::options_markdown(plugin.options())
                                                : host::describe_text(plugin);
  print(text);
  return 0;
}

}  // namespace

Command list_command() {
  const auto json = std::make_shared<bool>(false);
  return {"list", "List the plugins.", {{"--json", json.get(), "Print JSON."}}, [json](const Plugins& plugins) {
            print(*json ? host::json_text(host::list_json(plugins())) : host::list_text(plugins()));
            return 0;
          }};
}

Command describe_command() { return command("describe", "Describe a plugin and its options.", describe); }

}  // namespace wayfront::app
