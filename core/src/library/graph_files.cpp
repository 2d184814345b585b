#include <fmt/format.h>

#include "files/written_file.hpp"
#include "graph/weight_kind.hpp"
#include "library/states.hpp"
#include "load/graph_file.hpp"
#include "load/graph_saving.hpp"
#include "load/graph_store.hpp"
#include "load/loader_choice.hpp"
#include "load/tables/graph_values.hpp"

namespace wayfront {
namespace {

SharedGraph loaded_graph(const LibraryState& library, host::GraphRequest request, const Options& options,
                         std::stop_token stop) {
  std::optional<host::Settings> settings;
  if (!options.empty() && request.loader.empty()) request.loader = host::loader_of(request.path, library.plugins);
  if (!request.loader.empty() && request.loader != host::binary_loader) {
    settings = settings_of(options, library.plugins.find(PluginKind::loader, request.loader));
    request.loader_options = &*settings;
  } else if (!options.empty()) {
    throw_usage("LoadOptions::options: the loader 'binary' has none");
  }
  host::HostContext context(library.threads);
  context.set_log(library.log());
  context.stop_by(std::move(stop));
  host::LoadedGraph loaded = host::load_graph(request, library.plugins, context);
  host::protect_graph(loaded, context);
  return Access::make<SharedGraph>({std::move(loaded), false, library.threads});
}

}  // namespace

SharedGraph Library::load(const std::filesystem::path& file, const LoadOptions& options) const {
  return translated([&] {
    const State& it = Access::state(*this);
    if (file.empty()) throw_usage("the name of the graph file is empty; generate() makes graphs without one");
    host::GraphRequest request;
    request.path = file;
    request.loader = options.loader;
    request.weights = options.weights;
    if (!options.missing_weights.empty())
      request.missing_weights = host::parse_weight_rule(options.missing_weights, host::choice_of(options.weights),
                                                        "LoadOptions::missing_weights");
    request.steps = host::parse_steps(options.steps, "LoadOptions::steps");
    request.coordinates = options.coordinates;
    request.progress = options.progress;
    request.cache.mode = it.options.cache ? host::CacheRule::Mode::on : host::CacheRule::Mode::off;
    request.cache.directory = it.options.cache_directory;
    return loaded_graph(it, std::move(request), options.options, options.stop);
  });
}

SharedGraph Library::generate(const Options& options, std::optional<WeightKind> weights, std::stop_token stop) const {
  return translated([&] {
    host::GraphRequest request;
    request.loader = "generate";
    request.weights = weights;
    return loaded_graph(Access::state(*this), std::move(request), options, std::move(stop));
  });
}

void Library::save(const SharedGraph& graph, const std::filesystem::path& file, const SaveOptions& options) const {
  translated([&] {
    const State& it = Access::state(*this);
    const host::LoadedGraph& loaded = Access::state(graph).loaded;
    const host::TargetFormat target = host::find_target(it.plugins, options.format, file, "SaveOptions::format");
    std::error_code error;
    if (!options.replace && std::filesystem::exists(file, error))
      throw_usage(fmt::format("{} already exists; set SaveOptions::replace to replace it", file.string()));
    const host::Settings settings =
        settings_of(options.options, target.plugin == nullptr ? std::span<const OptionRow>() : target.plugin->options(),
                    fmt::format("options of '{}'", target.name));
    try {
      if (target.plugin == nullptr) return host::write_graph_file(file, loaded);
      host::HostContext context(it.threads);
      context.set_log(it.log());
      host::WrittenFile output(file);
      host::save_graph(loaded, *target.plugin, settings, {.weighted = true, .renumber = options.renumber}, output,
                       context);
      output.finish();
    } catch (const host::UserError& failure) {
      if (failure.code() != host::ExitCode::failed_run) throw;
      throw InputError(static_cast<int>(failure.code()), failure.what());  // the disk, not a solve
    }
  });
}

}  // namespace wayfront
