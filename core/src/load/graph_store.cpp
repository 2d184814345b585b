#include "load/graph_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/errors.hpp"
#include "base/float_mode.hpp"
#include "base/json/json_text.hpp"
#include "files/byte_source.hpp"
#include "files/file_replacement.hpp"
#include "files/input.hpp"
#include "files/same_file.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/weight_kind.hpp"
#include "load/cache/graph_cache.hpp"
#include "load/coordinates.hpp"
#include "load/graph_file.hpp"
#include "load/loader_choice.hpp"
#include "load/loader_run.hpp"
#include "load/weights.hpp"
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

/// "generate(kind=grid, width=500)": a generator and the options that were set.
std::string name_of(const Plugin& plugin, const Settings& options) {
  std::vector<std::string> set;
  for (std::size_t i = 0; i < options.rows().size(); ++i) {
    if (!options.values()[i].is_set) continue;
    const nlohmann::json value = Settings::to_json(options.rows()[i], options.values()[i]);
    set.push_back(fmt::format("{}={}", options.rows()[i].name, value.is_structured() ? "..." : value_text(value)));
  }
  return set.empty() ? plugin.about().name : fmt::format("{}({})", plugin.about().name, fmt::join(set, ", "));
}

/// The type to try first for weights = "auto": that of the usual file, if the loader has it.
WeightKind first_kind(const Plugin& loader) {
  for (const WeightKind kind : {WeightKind::int32, WeightKind::int64, WeightKind::float64, WeightKind::float32})
    if (loader.takes(kind)) return kind;
  return WeightKind::int32;
}

/// Gives a graph as its file has it, with `vertices` vertices, the coordinates of the file that the request names or, if
/// neither request nor loader gave any, of a .co file beside `input`, which may be null. Throws like read_coordinates()
/// for the first of these files; a file beside the graph that cannot be used is a note.
void add_coordinates(const GraphRequest& request, Input* input, Vertex vertices, LoadedGraph& loaded) {
  const auto take = [&](Input& file) {
    FileCoordinates found = read_coordinates(file, vertices, loaded.ids);
    loaded.coordinates = std::move(found.points);
    loaded.reading.push_back(std::move(found.reading));
  };
  if (!request.coordinates.empty()) return take(*open_input(request.coordinates));
  if (loaded.coordinates || input == nullptr || loaded.ids.kind() == VertexIds::Kind::names) return;
  try {
    if (Input* const beside = input->beside(".co"); beside != nullptr) take(*beside);
  } catch (const UserError& error) {
    loaded.notes.push_back(fmt::format("the coordinates beside it are not used: {}", error.what()));
  }
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

/// A descriptor to map: the file itself, or its content in memory if it is compressed or a pipe.
FileHandle open_content(const std::filesystem::path& path, FileInput& input) {
  struct stat status {};
  if (input.compression().empty() && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
      throw UserError(ExitCode::input, fmt::format("{}: cannot be opened: {}", path.string(), std::strerror(errno)));
    return FileHandle(descriptor);
  }
  const std::string name = path.string() + ", unpacked into memory";
  FileHandle memory(::memfd_create("wayfront-unpacked", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (memory.get() < 0) throw UserError(ExitCode::input, fmt::format("{}: cannot be: {}", name, std::strerror(errno)));
  for (std::string_view piece; !(piece = input.bytes()).empty();) write_all(memory.get(), piece, name);
  ::fcntl(memory.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
  return memory;
}

/// The graph of `input`, an unread file for which is_graph_file() holds, with the request's weights and steps. A plain
/// file is mapped; a pipe or a compressed file is first decompressed into memory.
LoadedGraph load_binary(const GraphRequest& request, FileInput& input, RunContext& context) {
  const std::string name = request.path.string();
  const FileHandle file = open_content(request.path, input);
  LoadedGraph loaded = map_checked(file.get(), cache_directory(request.cache), name, context, true);
  const std::string rule = describe(request.missing_weights);
  if (!loaded.weighted && !request.rule_stands_in && !rule.empty() && rule != loaded.weight_rule)
    throw UserError(ExitCode::input,
                    fmt::format("{}: its weights come from the rule {}; for {}, write it again from the original file",
                                name, loaded.weight_rule, rule));
  loaded.loader_reason =
      fmt::format("it starts like a binary graph file of Wayfront; made from {} by {}", loaded.name, loaded.loader);
  loaded.loader = binary_loader;
  loaded.cache_key.clear();
  loaded.name = request.path.filename().string();
  loaded.compression = input.compression();
  loaded.bytes = static_cast<std::uint64_t>(::lseek(file.get(), 0, SEEK_END));
  add_coordinates(request, nullptr, loaded.graph->info().vertices, loaded);
  const WeightKind kind = loaded.graph->info().weights;
  if (request.weights) loaded.weights_reason = "requested";
  if (loaded.weights_reason.empty() || (!request.weights && loaded.weights_reason == "requested"))
    loaded.weights_reason = "the binary file has that type";
  if (request.weights.value_or(kind) == kind && request.steps.empty()) return loaded;

  GraphInSteps graph{{loaded.graph->csr(), loaded.graph}, loaded.directed};
  graph.csr = with_weights_as(std::move(graph.csr), request.weights.value_or(kind), name, context);
  finish_graph(std::move(graph), request, loaded, context);
  require_unchanged(loaded);
  return loaded;
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

void finish_graph(GraphInSteps graph, const GraphRequest& request, LoadedGraph& loaded, RunContext& context) {
  apply(request.steps, graph, context);
  loaded.weights_reason = request.weights ? "requested" : choose_weights(graph, context);
  for (const GraphStep& step : request.steps) loaded.steps.push_back(describe(step));
  if (!graph.original_vertices.empty()) {
    loaded.ids = loaded.ids.selected(graph.original_vertices);
    loaded.coordinates = loaded.coordinates.selected(graph.original_vertices);
  }
  loaded.directed = graph.directed;
  const Inspection found = inspect(graph.csr.view, &context);
  loaded.graph = std::make_shared<const StoredGraph>(std::move(graph.csr), found.weights, context.threads());
  loaded.digest = found.digest.hex();
}

std::vector<std::filesystem::path> further_files(const GraphRequest& request) {
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& file : {request.missing_weights.coordinates, request.coordinates})
    if (!file.empty()) files.push_back(file);
  if (request.loader.empty() || request.loader_options == nullptr) return files;
  const Settings& options = *request.loader_options;
  for (std::size_t i = 0; i < options.rows().size(); ++i)
    if (const char* const file = options.values()[i].text;
        options.rows()[i].type == OptionType::path && file != nullptr && *file != '\0')
      files.emplace_back(file);
  return files;
}

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
  require_fit(request.missing_weights, request.weights.value_or(kind_for(request.missing_weights)));
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
