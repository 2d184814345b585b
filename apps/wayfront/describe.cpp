#include "describe.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "pipeline.hpp"

namespace wayfront::app {
namespace {

/// An algorithm of that name, else a loader, else the error of the algorithm; a path loads that file.
host::Plugin find(const std::string& plugin, const host::PluginRegistry& plugins) {
  if (plugin.find('/') != std::string::npos || plugin.ends_with(".so")) return host::load_plugin(plugin);
  for (const host::Plugin& candidate : plugins.plugins())
    if (candidate.descriptor->kind == PluginKind::loader && candidate.about().name == plugin) return candidate;
  return plugins.find(PluginKind::algorithm, plugin);
}

/// Every table of the pipeline file, as Markdown: the reference part of docs/run.md.
std::string pipeline_markdown() {
  std::string text;
  for (const host::PipelineTable& table : host::pipeline_tables())
    text += "### `" + std::string(table.title) + "`\n\n" + host::options_markdown(table.rows) + "\n";
  return text;
}

}  // namespace

int list(bool json, const host::PluginRegistry& plugins) {
  std::printf("%s", (json ? host::list_json(plugins).dump(1) + "\n" : host::list_text(plugins)).c_str());
  return 0;
}

int describe(const DescribeArguments& arguments, const host::PluginRegistry& plugins) {
  if (arguments.plugin == "pipeline") {
    std::printf("%s", pipeline_markdown().c_str());
    return 0;
  }
  const host::Plugin plugin = find(arguments.plugin, plugins);
  const std::string text = arguments.json       ? host::describe_json(plugin).dump(1) + "\n"
                           : arguments.toml     ? host::describe_toml(plugin)
                           : arguments.markdown ? host::describe_markdown(plugin)
                                                : host::describe_text(plugin);
  std::printf("%s", text.c_str());
  return 0;
}

}  // namespace wayfront::app
