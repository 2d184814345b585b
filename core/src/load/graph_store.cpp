#include "load/graph_store.hpp"

#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <unordered_set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/characters.hpp"
#include "base/float_mode.hpp"
#include "base/json/json_text.hpp"
#include "base/refusal.hpp"
#include "files/file_replacement.hpp"
#include "files/input.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/rows_view.hpp"
#include "graph/weight_kind.hpp"
#include "load/arc_sink.hpp"
#include "load/cache/graph_cache.hpp"
#include "load/coordinates.hpp"
#include "load/graph_file.hpp"
#include "load/loader_choice.hpp"
#include "plugins/plugin_work.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// What a loader gives.

template <WeightType W>
constexpr bool is_ordinary(W weight) {
  if constexpr (std::is_floating_point_v<W>)
    return std::isfinite(weight);
  else
    return weight != unreached<W> && weight != std::numeric_limits<W>::lowest();
}

/// Finds invalid arcs of a loader before they are used as indices: the first such arc as a sentence, or "".
template <WeightType W>
std::string fault_in(std::span<const Arc<W>> arcs, const GraphHeader& header) {
  for (const Arc<W>& arc : arcs) {
    const Vertex end = std::max(arc.source, arc.target);
    if (end >= header.vertices) return fmt::format("gave an arc at vertex {} of {}", end, header.vertices);
    if (header.weighted && !is_ordinary(arc.weight)) return fmt::format("gave an arc of weight {}", arc.weight);
  }
  return {};
}

/// The first name that is there twice, if there is one. Memory for a number each, as long as hashes are all different.
std::optional<std::string_view> name_given_twice(const VertexIds& ids, Vertex vertices) {
  std::vector<std::size_t> hashes(vertices);
  for (Vertex v = 0; v < vertices; ++v) hashes[v] = std::hash<std::string_view>()(ids.name(v));
  std::ranges::sort(hashes);
  if (std::ranges::adjacent_find(hashes) == hashes.end()) return std::nullopt;
  std::unordered_set<std::string_view> seen;
  for (Vertex v = 0; v < vertices; ++v)
    if (!seen.insert(ids.name(v)).second) return ids.name(v);
  return std::nullopt;
}

/// What is wrong with the ids that a loader gave to all vertices: a sentence, or "".
std::string fault_in(const VertexIds& ids, Vertex vertices) {
  if (ids.kind() == VertexIds::Kind::range) {
    const std::uint64_t last = ids.first() + std::max<Vertex>(vertices, 1) - 1;
    return last >= ids.first() ? "" : fmt::format("gave first_id {}, and later ids do not fit 64 bits", ids.first());
  }
  if (ids.kind() == VertexIds::Kind::numbers) {
    const std::span<const Vertex> order = ids.order();
    const auto number = [&](Vertex at) { return ids.numbers()[order.empty() ? at : order[at]]; };
    for (Vertex at = 1; at < vertices; ++at)
      if (number(at) == number(at - 1)) return fmt::format("gave the id {} to two vertices", number(at));
    return {};
  }
  for (Vertex v = 0; v < vertices; ++v)
    if (ids.name(v).empty()) return fmt::format("gave vertex {} an empty name", v);
  if (const auto twice = name_given_twice(ids, vertices))
    return fmt::format("gave the name '{}' to two vertices", on_one_line(*twice));
  return {};
}

constexpr const char* no_rule =
    ": its edges have no weights; choose a rule in [graph]: missing_weights = \"unit\", { constant = 5 }, "
    "{ uniform = [1, 100], seed = 1 }, \"hash1000\", \"gap\" or { euclidean = \"FILE.co\" }; on the command line "
    "--missing-weights unit, constant=5 or 'uniform=[1, 100]'";

/// One run of a loader, which gives the graph called `name`; without an input it generates.
class LoaderRun {
 public:
  LoaderRun(const Plugin& loader, std::string name, FileInput* input, RunContext& context)
      : loader_(loader), name_(std::move(name)), input_(input), context_(context) {}

  /// The graph with weights of type `kind`, those of the file or of the rule; fills in what `loaded` says about the
  /// file: ids, notes, whether it has weights. `automatic`: for weights = "auto", the type that the rule needs. Throws
  /// UserError (ExitCode::input for the file, usage for options and missing weights, plugin for a faulty loader), a
  /// NeedsWiderWeights if another type holds the weights, BadInput, Cancelled and std::bad_alloc.
  GraphInSteps read(const Settings& options, const WeightRule& rule, WeightKind kind,
                    std::optional<WeightKind> automatic, LoadedGraph& loaded) const {
    ArcSink sink(kind, context_);
    if (input_ != nullptr) input_->set_threads(context_.threads());
    const Status status = [&] {
      const PluginWork work(opened(loader_));
      return create_loader(loader_, options.values())
          ->load({.input = input_, .weights = kind, .exact = automatic && kind == WeightKind::float64}, sink, context_);
    }();
    if (input_ != nullptr) input_->require_unchanged();
    throw_if_failed(status, automatic.has_value());
    refuse_if(sink.fault());
    const GraphHeader& header = sink.header();
    if (input_ != nullptr) require_length(header);
    if (!header.weighted && rule.kind == WeightRule::Kind::none) throw UserError(ExitCode::input, name_ + no_rule);
    if (!header.weighted && kind < automatic)
      throw NeedsWiderWeights(
          *automatic, ExitCode::usage,
          fmt::format("{}: its weights by rule, {}, do not fit {}", name_, describe(rule), host::name(kind)));
    loaded.weighted = header.weighted;
    loaded.ids = sink.take_ids();
    refuse_if(fault_in(loaded.ids, header.vertices));
    loaded.coordinates = sink.take_coordinates();
    loaded.reading = sink.notes(Note::reading);
    loaded.notes = sink.notes(Note::doubt);
    return with_weight_type(kind, [&]<WeightType W>() { return rows<W>(sink, rule, loaded.ids); });
  }

 private:
  /// `fault`: what the loader did, or "".
  void refuse_if(const std::string& fault) const {
    if (!fault.empty())
      fail(ExitCode::plugin, "loader '{}' is faulty: reading {}, it {}", loader_.about().name, name_, fault);
  }

  /// A loader may fail on damaged compressed data before their checksum is reached: says so if that is the reason.
  std::string damage_behind(std::string_view said) const {
    if (input_ == nullptr || input_->compression().empty()) return {};
    try {
      while (!input_->bytes().empty()) {
      }
    } catch (const BadInput& error) {
      if (said.find(error.what()) == said.npos) return fmt::format(" (also, {})", error.what());
    }
    return {};
  }

  /// The error of a loader that did not load. `again`: with weights of another type it will be tried again.
  void throw_if_failed(const Status& status, bool again) const {
    switch (status.code) {
      case StatusCode::ok:
        return;
      case StatusCode::cancelled:
        throw Cancelled();
      case StatusCode::bad_input:
      case StatusCode::needs_int64:
      case StatusCode::needs_float64:
      case StatusCode::unsupported: {
        const bool named = status.text().find(name_) != std::string_view::npos;
        const std::string text =
            named ? std::string(status.text()) : fmt::format("{}: {}: {}", loader_.about().name, name_, status.text());
        const bool wider = status.code == StatusCode::needs_int64 || status.code == StatusCode::needs_float64;
        // Without a file, the options are wrong.
        const ExitCode code = input_ == nullptr ? ExitCode::usage : ExitCode::input;
        if (!wider) throw UserError(code, text + damage_behind(text));
        throw NeedsWiderWeights(status.code == StatusCode::needs_int64 ? WeightKind::int64 : WeightKind::float64, code,
                                again ? text : text + damage_behind(text));
      }
      case StatusCode::out_of_memory:
        throw std::bad_alloc();
      default:
        fail(ExitCode::plugin, "loader '{}' failed on {}: {}", loader_.about().name, name_, status.text());
    }
  }

  /// A vertex takes memory even without arcs: the vertex count of a file must be plausible for its length.
  void require_length(const GraphHeader& header) const {
    constexpr std::uint64_t always = std::uint64_t{1} << 20, per_byte = 8;
    const std::uint64_t bytes = input_->given();
    if (header.vertices <= always + per_byte * bytes) return;
    fail(ExitCode::input,
         "{}: claims {} vertices, but is only {} bytes long; above {} vertices, a file must have at least one byte for "
         "every {} vertices",
         name_, header.vertices, bytes, always, per_byte);
  }

  template <WeightType W>
  GraphInSteps rows(ArcSink& sink, const WeightRule& rule, const VertexIds& ids) const {
    constexpr std::uint64_t grain = std::uint64_t{1} << 18;
    const GraphHeader& header = sink.header();
    const std::vector<std::span<Arc<W>>> arcs = sink.blocks<W>();
    for (const std::span<Arc<W>> block : arcs)
      context_.parallel_for(block.size(), grain, [&](std::uint64_t begin, std::uint64_t end) {
        context_.throw_if_cancelled();
        refuse_if(fault_in<W>(block.subspan(begin, end - begin), header));
      });
    const bool mirrored = sink.mirrored();
    if (!header.weighted) {
      if (!header.directed && !mirrored && rule.kind == WeightRule::Kind::gap)
        refuse(
            "{}: missing_weights = \"gap\" depends on the positions of edges in the file, but this file lists each "
            "edge twice; convert it, or choose another rule",
            name_);
      give_weights<W>(rule, header, ids, arcs, context_);
    }
    const std::uint64_t max_edges = mirrored ? 2 * header.arcs : header.arcs;
    GraphInSteps graph{build_csr<W>(header.vertices, arcs, mirrored, offsets_for(max_edges), context_),
                       header.directed};
    sink.drop();
    return graph;
  }

  const Plugin& loader_;
  std::string name_;
  FileInput* input_;
  RunContext& context_;
};

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

void take(FileCoordinates found, LoadedGraph& loaded) {
  if (!found.note.empty()) loaded.notes.push_back(std::move(found.note));
  if (!found.points) return;
  loaded.coordinates = std::move(found.points);
  loaded.reading.push_back(std::move(found.reading));
}

/// The graph of `input`, an unread file for which is_graph_file() holds, with the request's weights and steps.
LoadedGraph load_binary(const GraphRequest& request, FileInput& input, RunContext& context) {
  const std::string name = request.path.string();
  const FileHandle file = mappable_content(request.path, input);
  LoadedGraph loaded = map_graph(file.get(), Trust::content, name, context, true);
  const std::string rule = describe(request.missing_weights);
  if (!loaded.weighted && !request.rule_stands_in && !rule.empty() && rule != loaded.weight_rule)
    fail(ExitCode::input, "{}: its weights come from the rule {}; for {}, write it again from the original file", name,
         loaded.weight_rule, rule);
  loaded.loader_reason = request.loader == binary_loader
                             ? "forced"
                             : fmt::format("it starts like a binary graph file of Wayfront; made from {} by {}",
                                           loaded.name, loaded.loader);
  loaded.loader = binary_loader;
  loaded.cache_key.clear();
  loaded.name = request.path.filename().string();
  loaded.compression = input.compression();
  loaded.bytes = static_cast<std::uint64_t>(::lseek(file.get(), 0, SEEK_END));
  take(find_coordinates(request.coordinates, nullptr, loaded.graph->info().vertices, loaded.ids), loaded);
  const WeightKind kind = loaded.graph->info().weights;
  if (request.weights) loaded.weights_reason = "requested";
  if (loaded.weights_reason.empty() || (!request.weights && loaded.weights_reason == "requested"))
    loaded.weights_reason = "the binary file has that type";
  if (request.weights.value_or(kind) == kind && request.steps.empty()) return loaded;

  GraphInSteps graph{{loaded.graph->csr(), loaded.graph}, loaded.directed};
  graph.csr = with_weights_as(std::move(graph.csr), request.weights.value_or(kind), name, context);
  finish_graph(std::move(graph), request.steps, request.weights, loaded, context);
  require_unchanged(loaded);
  return loaded;
}

LoadedGraph load(const GraphRequest& request, const PluginRegistry& plugins, RunContext& context,
                 std::atomic<std::uint64_t>& read_bytes) {
  const Clock::time_point start = Clock::now();
  const WeightKind by_rule = kind_for(request.missing_weights);
  require_fit(request.missing_weights, request.weights.value_or(by_rule));
  const Plugin* const named = named_loader(plugins, request.loader, request.path);
  std::optional<RepeatableFile> file;  // only weights = "auto" may read a file twice
  std::unique_ptr<FileInput> input;    // null for a generator
  if (!request.path.empty()) {
    if (!request.weights) file.emplace(request.path);
    input = file ? file->open() : open_input(request.path);
    input->tell(read_bytes);
    if (request.loader == binary_loader || (named == nullptr && is_graph_file(input->head())))
      return load_binary(request, *input, context);
  }
  const LoaderChoice choice = named != nullptr
                                  ? LoaderChoice{named, "forced"}
                                  : choose_loader(plugins, input->head(), request.path.string(), input->compression());
  const Plugin& loader = *choice.plugin;
  WeightKind kind = first_kind(loader, request.weights);
  const std::optional<WeightKind> automatic = request.weights ? std::nullopt : std::optional(by_rule);
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
    const LoaderRun run(loader, input == nullptr ? loaded.name : request.path.string(), input.get(), context);
    GraphInSteps graph = run.read(*options, request.missing_weights, kind, automatic, loaded);
    const Vertex vertices = arcs_view(graph.csr.view).vertices;
    Input* const searched = loaded.coordinates ? nullptr : input.get();
    take(find_coordinates(request.coordinates, searched, vertices, loaded.ids), loaded);
    finish_graph(std::move(graph), request.steps, request.weights, loaded, context);
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
      if (!file) continue;
      input = file->open();
      input->tell(read_bytes);
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

void tell(const GraphRequest& request, const std::atomic<std::uint64_t>& read, const std::stop_token& stop) {
  std::error_code none;
  const bool is_file = std::filesystem::is_regular_file(request.path, none);
  const std::uint64_t bytes = is_file ? std::filesystem::file_size(request.path, none) : 0;
  std::mutex mutex;
  std::condition_variable_any ended;
  std::unique_lock lock(mutex);
  while (!ended.wait_for(lock, stop, std::chrono::milliseconds(200), [&] { return stop.stop_requested(); }))
    request.progress(read, none ? 0 : bytes);
}

}  // namespace

void finish_graph(GraphInSteps graph, std::span<const GraphStep> steps, std::optional<WeightKind> weights,
                  LoadedGraph& loaded, RunContext& context) {
  apply(steps, graph, context);
  loaded.weights_reason = weights ? "requested" : choose_weights(graph, context);
  for (const GraphStep& step : steps) loaded.steps.push_back(describe(step));
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
  const std::string name = request.path.empty() ? request.loader : request.path.string();
  try {
    std::atomic<std::uint64_t> read{0};
    std::jthread teller;
    if (request.progress) teller = std::jthread([&](const std::stop_token& stop) { tell(request, read, stop); });
    LoadedGraph loaded = load(request, plugins, context, read);
    loaded.seconds = seconds_since(start);
    if (!request.weights)
      context.log(loaded.graph->info().weights == WeightKind::int32 ? Level::debug : Level::info,
                  fmt::format("{}: weights are {}: {}", loaded.name, host::name(loaded.graph->info().weights),
                              loaded.weights_reason));
    return loaded;
  } catch (const Cancelled&) {
    fail(ExitCode::interrupted, "{}: loading was interrupted", name);
  } catch (const std::bad_alloc&) {
    fail(ExitCode::input, "{}: not enough memory to load it; free some, or use a smaller graph", name);
  } catch (const BadInput& error) {
    fail(ExitCode::input, "{}", error.what());
  }
}

}  // namespace wayfront::host
