#include "pipeline/pipeline_parts.hpp"

#include <utility>

#include <fmt/format.h>

#include "load/graph_file.hpp"
#include "load/tables/graph_values.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

class GraphReader {
 public:
  GraphReader(Value given, const PluginRegistry& plugins, const ResolvePath& resolve, Diagnostics& diagnostics)
      : plugins_(plugins),
        resolve_(resolve),
        diagnostics_(diagnostics),
        all_(Settings::from(graph_rows(), given, "[graph]", diagnostics)) {
    all_.store(&table_);
  }

  PlannedGraph read() {
    PlannedGraph planned;
    planned.resolved = all_.to_json();
    planned.label = plan_label(all_, "graph", table_.label, diagnostics_);
    planned.place = all_.place("label");
    GraphRequest& request = planned.request;
    request.weights = kind_of(table_.weights);
    request.missing_weights = plan_weight_rule(table_, all_.value("missing_weights"), diagnostics_);
    if (fs::path& coordinates = request.missing_weights.coordinates; !coordinates.empty())
      coordinates = resolve_(coordinates, all_.place("missing_weights"));
    if (!table_.coordinates.empty()) request.coordinates = resolve_(table_.coordinates, all_.place("coordinates"));
    PlannedSteps steps = plan_steps(all_.value("steps"), diagnostics_);
    request.steps = std::move(steps.steps);
    planned.resolved["steps"]["value"] = std::move(steps.resolved);
    if (!table_.path.empty()) request.path = resolve_(table_.path, all_.place("path"));
    request.loader = plan_plugin(table_.loader, all_.place("loader"), resolve_);
    request.cache = cache_rule();
    planned.resolved["path"]["value"] = request.path.string();
    loader(request.loader, planned);
    return planned;
  }

 private:
  void refuse(const char* key, const std::string& text) { diagnostics_.error(all_.place(key), "[graph]: " + text); }

  void loader(const std::string& name, PlannedGraph& planned) {
    if (all_.has("path") && table_.path.empty() && all_.value("path").is_text())
      refuse("path", "'path' must not be empty");
    if (name.empty()) {
      if (!all_.has("path")) refuse("path", "'path' is missing; name the graph file to load");
      if (all_.has("options"))
        diagnostics_.error(all_.place("options"), "[graph.options] needs the 'loader' whose options they are");
      return;
    }
    const bool binary = name == binary_loader;  // which is not a plugin and has no options
    const Plugin* const plugin = binary ? nullptr : plugins_.look_up(PluginKind::loader, name);
    if (plugin == nullptr && !binary)
      return diagnostics_.error(all_.place("loader"), plugins_.why_missing(PluginKind::loader, name),
                                plugins_.code_of_missing(name));
    const bool generates = plugin != nullptr && plugin->has(capability::generates);
    if (generates && all_.has("path"))
      refuse("path", fmt::format("the loader '{}' makes its graph and does not use 'path'; remove one of them", name));
    if (!generates && !all_.has("path"))
      refuse("path", fmt::format("'path' is missing; name the file for the loader '{}'", name));
    if (plugin != nullptr)
      loader_options(*plugin, planned);
    else if (all_.has("options"))
      refuse("options", "the loader 'binary' has no 'options'; remove them");
  }

  CacheRule cache_rule() {
    CacheRule rule{all_.has("cache") ? CacheRule::Mode::on : CacheRule::Mode::automatic};
    if (!table_.cache) rule.mode = CacheRule::Mode::off;
    if (!table_.cache_directory.empty()) rule.directory = resolve_(table_.cache_directory, all_.place("cache"));
    rule.max_bytes = static_cast<double>(plan_bytes(all_, "graph", "cache_limit", table_.cache_size,
                                                    table_.cache_gigabytes, R"("8GiB" or "500MB")", diagnostics_));
    if (all_.has("cache") && all_.value("cache").is_text() && table_.cache_directory.empty())
      refuse("cache", "'cache' must not be empty; false keeps nothing");
    return rule;
  }

  void loader_options(const Plugin& loader, PlannedGraph& planned) {
    const Value options = plan_table(all_.value("options"), "[graph]: 'options'", diagnostics_);
    if (all_.has("options") && !options) return;
    planned.loader_options = std::make_shared<Settings>(Settings::from(
        loader.options(), options, fmt::format("options of loader '{}'", loader.about().name), diagnostics_));
    planned.request.loader_options = planned.loader_options.get();
    planned.resolved["options"]["value"] = planned.loader_options->to_json();
  }

  const PluginRegistry& plugins_;
  const ResolvePath& resolve_;
  Diagnostics& diagnostics_;
  Settings all_;
  GraphInputTable table_;
};

}  // namespace

PlannedGraph plan_graph(Value given, const PluginRegistry& plugins, const ResolvePath& resolve,
                        Diagnostics& diagnostics) {
  return GraphReader(given, plugins, resolve, diagnostics).read();
}

}  // namespace wayfront::host
