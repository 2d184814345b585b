#include "describe.hpp"

#include "commands.hpp"
#include "json_text.hpp"
#include "output.hpp"
#include "pipeline.hpp"
#include "settings.hpp"

namespace wayfront::app {
namespace {

/// An algorithm of that name, else a loader; a path loads that file.
host::Plugin find(const std::string& plugin, const host::PluginRegistry& plugins) {
  if (plugin.find('/') != std::string::npos || plugin.ends_with(".so")) return host::load_plugin(plugin);
  const host::Plugin* const algorithm = plugins.look_up(PluginKind::algorithm, plugin);
  const host::Plugin* const loader = plugins.look_up(PluginKind::loader, plugin);
  if (algorithm != nullptr || loader != nullptr) return algorithm != nullptr ? *algorithm : *loader;
  std::vector<std::string_view> loaders;
  for (const host::Plugin& candidate : plugins.plugins())
    if (candidate.descriptor->kind == PluginKind::loader) loaders.emplace_back(candidate.about().name);
  const bool meant_loader = !host::nearest(plugin, loaders).empty();
  return plugins.find(meant_loader ? PluginKind::loader : PluginKind::algorithm, plugin);
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
  print(json ? host::json_text(host::list_json(plugins)) : host::list_text(plugins));
  return 0;
}

int describe(const DescribeArguments& arguments, const host::PluginRegistry& plugins) {
  if (arguments.plugin == "pipeline") {
    print(pipeline_markdown());
    return 0;
  }
  const host::Plugin plugin = find(arguments.plugin, plugins);
  const std::string text = arguments.json       ? host::json_text(host::describe_json(plugin))
                           : arguments.toml     ? host::describe_toml(plugin)
                           : arguments.markdown ? host::describe_markdown(plugin)
                                                : host::describe_text(plugin);
  print(text);
  return 0;
}

}  // namespace wayfront::app
