#include "load/graph_store.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/errors.hpp"
#include "base/float_mode.hpp"
#include "files/file_input.hpp"
#include "files/input.hpp"
#include "files/same_file.hpp"
#include "graph/weight_kind.hpp"
#include "load/binary_graph.hpp"
#include "load/cache/graph_cache.hpp"
#include "load/choice/loader_choice.hpp"
#include "load/loader_run.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The loader that the request names; null if the file decides. Throws if loader and path do not go together.
const Plugin* named_loader(const GraphRequest& request, const PluginRegistry& plugins) {
  if (request.loader.empty() && !request.path.empty()) return nullptr;
  if (request.loader == binary_loader && !request.path.empty()) return nullptr;
  if (request.loader == binary_loader)
    throw UserError(ExitCode::usage, fmt::format("loader '{}' reads a file; give its path", binary_loader));
  if (request.loader.empty())
    throw UserError(ExitCode::usage, "[graph] names no graph: give path, or loader = \"generate\" to make one");
  const Plugin& plugin = plugins.find(PluginKind::loader, request.loader);
  const bool generates = plugin.has(capability::generates);
  if (generates && !request.path.empty())
    throw UserError(ExitCode::usage, fmt::format("loader '{}' makes graphs and does not read files; remove path = "
                                                 "\"{}\"",
                                                 request.loader, request.path.string()));
  if (!generates && request.path.empty())
    throw UserError(ExitCode::usage, fmt::format("loader '{}' reads a file; give its path", request.loader));
  return &plugin;
}

void check_capabilities(const Plugin& plugin, WeightKind weights) {
  if (plugin.has(capability::any_weights) && !plugin.takes(weights))
    throw UserError(ExitCode::usage,
                    fmt::format("loader '{}' does not support {} weights", plugin.about().name, name(weights)));
}

std::string text_of(const OptionRow& row, const OptionValue& value) {
  switch (row.type) {
    case OptionType::boolean:
      return value.boolean ? "true" : "false";
    case OptionType::integer:
      return fmt::to_string(value.integer);
    case OptionType::real:
      return fmt::to_string(value.real);
    case OptionType::choice:
    case OptionType::text:
    case OptionType::path:
      return value.text;
    default:
      return "...";
  }
}

/// "generate(kind=grid, width=500)": a generator and the options that were set.
std::string name_of(const Plugin& plugin, const Settings& options) {
  std::vector<std::string> set;
  for (std::size_t i = 0; i < options.rows().size(); ++i)
    if (options.values()[i].is_set)
      set.push_back(fmt::format("{}={}", options.rows()[i].name, text_of(options.rows()[i], options.values()[i])));
  return set.empty() ? plugin.about().name : fmt::format("{}({})", plugin.about().name, fmt::join(set, ", "));
}

/// The type to try first for weights = "auto": that of the usual file, if the loader has it.
WeightKind first_kind(const Plugin& loader) {
  for (const WeightKind kind : {WeightKind::int32, WeightKind::int64, WeightKind::float64, WeightKind::float32})
    if (loader.takes(kind)) return kind;
  return WeightKind::int32;
}

/// `file` is null for a generator; otherwise `input` is its content, which can be opened again.
LoadedGraph load_with(const LoaderChoice& choice, RepeatableFile* file, std::unique_ptr<FileInput> input,
                      const GraphRequest& request, RunContext& context) {
  const Clock::time_point start = Clock::now();
  const Plugin& loader = *choice.plugin;
  WeightKind kind = request.weights.value_or(first_kind(loader));
  check_capabilities(loader, kind);
  std::optional<Settings> defaults;
  const Settings* options = request.loader.empty() ? nullptr : request.loader_options;
  if (options == nullptr) options = &defaults.emplace(Settings::defaults(loader.options()));

  std::optional<CachedLoad> cache;
  if (input != nullptr) {
    cache.emplace(request, loader, options->to_json().dump(), context);
    if (std::optional<LoadedGraph> found = cache->find()) return std::move(*found);
  }
  const auto load_as = [&] {
    LoadedGraph loaded;
    loaded.loader = loader.about().name;
    loaded.loader_reason = choice.reason;
    loaded.name = input == nullptr ? name_of(loader, *options) : request.path.filename().string();
    const std::string called = input == nullptr ? loaded.name : request.path.string();
    GraphInSteps graph = run_loader(loader, *options, input.get(), request, kind, called, loaded, context);
    const Vertex vertices = visit(graph.csr.view, [](const auto& view) { return view.vertices; });
    add_coordinates(request, input.get(), vertices, loaded);
    finish_graph(std::move(graph), request, loaded, context);
    return loaded;
  };
  std::optional<LoadedGraph> read;
  while (!read) {
    try {
      read = load_as();
    } catch (const NeedsWiderWeights& needs) {
      if (request.weights || needs.kind() <= kind || !loader.takes(needs.kind())) throw;
      kind = needs.kind();
      context.log(Level::debug, fmt::format("loaded again with {} weights: {}", name(kind), needs.what()));
      input.reset();
      if (file != nullptr) input = file->open();
    }
  }
  LoadedGraph& loaded = *read;
  if (!loaded.weighted) loaded.weight_rule = describe(request.missing_weights);
  if (input != nullptr) {
    loaded.compression = input->compression();
    loaded.bytes = input->given();
    cache->keep(loaded, seconds_since(start), *input);
  }
  return std::move(loaded);
}

LoadedGraph load_file(const Plugin* named, const GraphRequest& request, const PluginRegistry& plugins,
                      RunContext& context) {
  // Only weights = "auto" may read a file twice.
  std::optional<RepeatableFile> file;
  if (!request.weights) file.emplace(request.path);
  std::unique_ptr<FileInput> input = file ? file->open() : open_input(request.path);
  const bool forced_binary = request.loader == binary_loader;
  if (forced_binary || (named == nullptr && is_graph_file(input->head()))) {
    LoadedGraph loaded = load_binary(request, *input, context);
    if (forced_binary) loaded.loader_reason = "forced";
    return loaded;
  }
  const LoaderChoice choice = named != nullptr
                                  ? LoaderChoice{named, "forced"}
                                  : choose_loader(plugins, input->head(), request.path.string(), input->compression());
  return load_with(choice, file ? &*file : nullptr, std::move(input), request, context);
}

}  // namespace

std::vector<std::filesystem::path> files_of(const GraphRequest& request) {
  std::vector<std::filesystem::path> files = further_files(request);
  if (!request.path.empty()) {
    files.push_back(request.path);
    for (const char* const suffix : {".co", ".v", ".properties"})  // of all loaders
      if (const auto file = file_beside(request.path, suffix)) files.push_back(*file);
  }
  std::ranges::transform(files, files.begin(), resolved);
  return files;
}

LoadedGraph load_graph(const GraphRequest& request, const PluginRegistry& plugins, RunContext& context) {
  const Clock::time_point start = Clock::now();
  set_float_mode();
  check(request.missing_weights, request.weights.value_or(kind_for(request.missing_weights)));
  const Plugin* const named = named_loader(request, plugins);
  const std::string name = request.path.empty() ? request.loader : request.path.string();
  try {
    LoadedGraph loaded = request.path.empty() ? load_with({named, "forced"}, nullptr, nullptr, request, context)
                                              : load_file(named, request, plugins, context);
    loaded.seconds = seconds_since(start);
    if (!request.weights)
      context.log(loaded.graph->info().weights == WeightKind::int32 ? Level::debug : Level::info,
                  fmt::format("{}: weights are {}: {}", loaded.name, host::name(loaded.graph->info().weights),
                              loaded.weights_reason));
    return loaded;
  } catch (const Cancelled&) {
    throw UserError(ExitCode::interrupted, fmt::format("{}: loading was interrupted", name));
  } catch (const std::bad_alloc&) {
    throw UserError(ExitCode::input,
                    fmt::format("{}: not enough memory to load it; free some, or use a smaller graph", name));
  } catch (const BadInput& error) {
    throw UserError(ExitCode::input, error.what());
  }
}

}  // namespace wayfront::host
