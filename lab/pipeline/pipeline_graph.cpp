#include "pipeline/pipeline_parts.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "load/graph_file.hpp"
#include "load/loaded_graph.hpp"
#include "load/tables/graph_values.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

class GraphReader {
 public:
  GraphReader(const PluginRegistry& plugins, const ResolvePath& resolve, Diagnostics& diagnostics)
      : plugins_(plugins), resolve_(resolve), diagnostics_(diagnostics) {}

  PlannedGraph read(Value given) {
    GraphInputTable table;
    PlannedGraph planned;
    const Settings all = Settings::from(graph_rows(), given, "[graph]", diagnostics_);
    all.store(&table);
    planned.resolved = all.to_json();
    planned.label = plan_label(all, "graph", table.label, diagnostics_);
    planned.place = all.place("label");
    GraphRequest& request = planned.request;
    request.weights = kind_of(table.weights);
    request.missing_weights = plan_weight_rule(table, all.value("missing_weights"), diagnostics_);
    if (fs::path& coordinates = request.missing_weights.coordinates; !coordinates.empty())
      coordinates = resolve_(coordinates, all.place("missing_weights"));
    if (!table.coordinates.empty()) request.coordinates = resolve_(table.coordinates, all.place("coordinates"));
    PlannedSteps steps = plan_steps(all.value("steps"), diagnostics_);
    request.steps = std::move(steps.steps);
    planned.resolved["steps"]["value"] = std::move(steps.resolved);
    if (!table.path.empty()) request.path = resolve_(table.path, all.place("path"));
    table.loader = request.loader = plan_plugin(table.loader, all.place("loader"), resolve_);
    request.cache = cache_rule(table, all);
    planned.resolved["path"]["value"] = request.path.string();
    loader(table, all, planned);
    return planned;
  }

 private:
  void loader(const GraphInputTable& table, const Settings& all, PlannedGraph& planned) {
    const bool wrong_path = all.has("path") && table.path.empty();
    if (wrong_path && all.value("path").is_text())
      diagnostics_.error(all.place("path"), "[graph]: 'path' must not be empty");
    if (table.loader.empty()) {
      if (!all.has("path"))
        diagnostics_.error(all.place("path"), "[graph]: 'path' is missing; name the graph file to load");
      if (all.has("options"))
        diagnostics_.error(all.place("options"), "[graph.options] needs the 'loader' whose options they are");
      return;
    }
    if (table.loader == binary_loader) return binary_file(all);
    const Plugin* const plugin = plugins_.look_up(PluginKind::loader, table.loader);
    if (plugin == nullptr)
      return diagnostics_.error(all.place("loader"), plugins_.why_missing(PluginKind::loader, table.loader),
                                plugins_.code_of_missing(table.loader));
    const bool generates = plugin->has(capability::generates);
    if (generates && all.has("path"))
      diagnostics_.error(all.place("path"), fmt::format("[graph]: the loader '{}' makes its graph and does not use "
                                                        "'path'; remove one of them",
                                                        table.loader));
    if (!generates && !all.has("path"))
      diagnostics_.error(all.place("path"),
                         fmt::format("[graph]: 'path' is missing; name the file for the loader '{}'", table.loader));
    loader_options(*plugin, all, planned);
  }

  CacheRule cache_rule(const GraphInputTable& table, const Settings& all) {
    CacheRule rule{all.has("cache") ? CacheRule::Mode::on : CacheRule::Mode::automatic};
    if (!table.cache) rule.mode = CacheRule::Mode::off;
    if (!table.cache_directory.empty()) rule.directory = resolve_(table.cache_directory, all.place("cache"));
    rule.max_bytes = static_cast<double>(plan_bytes(all, "graph", "cache_limit", table.cache_size,
                                                    table.cache_gigabytes, R"("8GiB" or "500MB")", diagnostics_));
    if (all.has("cache") && all.value("cache").is_text() && table.cache_directory.empty())
      diagnostics_.error(all.place("cache"), "[graph]: 'cache' must not be empty; false keeps nothing");
    return rule;
  }

  /// loader = "binary" is not a plugin and has no options.
  void binary_file(const Settings& all) {
    if (!all.has("path"))
      diagnostics_.error(all.place("path"), "[graph]: 'path' is missing; name the file for the loader 'binary'");
    if (all.has("options"))
      diagnostics_.error(all.place("options"), "[graph]: the loader 'binary' has no 'options'; remove them");
  }

  void loader_options(const Plugin& loader, const Settings& all, PlannedGraph& planned) {
    const Value options = all.value("options");
    if (options && !options.is_table())
      return diagnostics_.error(options.place(),
                                fmt::format("[graph]: 'options' must be a table, but is {}", options.shown()));
    planned.loader_options = std::make_shared<Settings>(Settings::from(
        loader.options(), options, fmt::format("options of loader '{}'", loader.about().name), diagnostics_));
    planned.request.loader_options = planned.loader_options.get();
    planned.resolved["options"]["value"] = planned.loader_options->to_json();
  }

  const PluginRegistry& plugins_;
  const ResolvePath& resolve_;
  Diagnostics& diagnostics_;
};

}  // namespace

PlannedGraph plan_graph(Value given, const PluginRegistry& plugins, const ResolvePath& resolve,
                        Diagnostics& diagnostics) {
  return GraphReader(plugins, resolve, diagnostics).read(given);
}

}  // namespace wayfront::host
