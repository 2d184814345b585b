#include "graph_store.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cmath>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "arc_sink.hpp"
#include "binary_graph.hpp"
#include "csr.hpp"
#include "errors.hpp"
#include "float_mode.hpp"
#include "graph_cache.hpp"
#include "graph_inspection.hpp"
#include "input.hpp"
#include "loader_choice.hpp"
#include "wayfront/distance.hpp"
#include "weight_kind.hpp"

namespace wayfront::host {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void out_of_memory(std::string_view name) {
  throw UserError(ExitCode::input,
                  fmt::format("{}: not enough memory to load it; free some, or use a smaller graph", name));
}

[[noreturn]] void faulty(std::string_view loader, std::string_view name, std::string_view what) {
  throw UserError(ExitCode::plugin, fmt::format("loader '{}' is faulty: reading {}, it {}", loader, name, what));
}

const Plugin& named_loader(const GraphRequest& request, const PluginRegistry& plugins) {
  if (request.loader.empty())
    throw UserError(ExitCode::usage, "[graph] names no graph: give path, or loader = \"generate\" to make one");
  const Plugin& plugin = plugins.find(PluginKind::loader, request.loader);
  const bool generates = plugin.has(capability::generates);
  if (generates && !request.path.empty())
    throw UserError(ExitCode::usage, fmt::format("loader '{}' makes graphs and reads no file; remove path = \"{}\"",
                                                 request.loader, request.path.string()));
  if (!generates && request.path.empty())
    throw UserError(ExitCode::usage, fmt::format("loader '{}' reads a file; give its path", request.loader));
  return plugin;
}

void check_capabilities(const Plugin& plugin, WeightKind weights) {
  if (plugin.has(capability::any_weights) && !plugin.takes(weights))
    throw UserError(ExitCode::usage,
                    fmt::format("loader '{}' gives no {} weights", plugin.about().name, name(weights)));
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

/// A loader stumbles over damaged compressed data before the checksum at their end is reached: says so if that is why.
std::string damage_behind(FileInput* input, std::string_view said) {
  if (input == nullptr || input->compression().empty()) return {};
  try {
    while (!input->bytes().empty()) {
    }
  } catch (const BadInput& error) {
    if (said.find(error.what()) == said.npos) return fmt::format(" (besides, {})", error.what());
  }
  return {};
}

/// What a loader returned, where it did not load.
void throw_if_failed(const Status& status, std::string_view loader, std::string_view name, FileInput* input) {
  switch (status.code) {
    case StatusCode::ok:
      return;
    case StatusCode::cancelled:
      throw UserError(ExitCode::interrupted, fmt::format("{}: loading was interrupted", name));
    case StatusCode::bad_input:
    case StatusCode::unsupported: {
      const bool named = status.text().find(name) != std::string_view::npos;
      const std::string text =
          named ? std::string(status.text()) : fmt::format("{}: {}: {}", loader, name, status.text());
      // Without a file it is the options that are wrong.
      throw UserError(input == nullptr ? ExitCode::usage : ExitCode::input, text + damage_behind(input, text));
    }
    case StatusCode::out_of_memory:
      out_of_memory(name);
    default:
      throw UserError(ExitCode::plugin, fmt::format("loader '{}' failed on {}: {}", loader, name, status.text()));
  }
}

template <WeightType W>
constexpr bool is_ordinary(W weight) {
  if constexpr (std::is_same_v<W, float>)
    return std::isfinite(weight);
  else
    return weight != unreached<W> && weight != std::numeric_limits<W>::lowest();
}

/// What a loader may not give, found before an index goes astray: the first such arc as a sentence, or "".
template <WeightType W>
std::string fault_in(std::span<const Arc<W>> arcs, const GraphHeader& header) {
  for (const Arc<W>& arc : arcs) {
    const Vertex end = std::max(arc.source, arc.target);
    if (end >= header.vertices) return fmt::format("gave an arc at vertex {} of {}", end, header.vertices);
    if (header.weighted && !is_ordinary(arc.weight)) return fmt::format("gave an arc of weight {}", arc.weight);
  }
  return {};
}

template <WeightType W>
/// Rows of what a loader gave, with the weights that the file or the rule gives.
GraphInSteps build(ArcSink& sink, const GraphRequest& request, const VertexIds& ids, RunContext& context,
                   std::string_view loader, std::string_view name) {
  constexpr std::uint64_t grain = std::uint64_t{1} << 18;
  const GraphHeader& header = sink.header();
  const std::vector<std::span<Arc<W>>> arcs = sink.blocks<W>();
  for (const std::span<Arc<W>> block : arcs)
    context.parallel_for(block.size(), grain, [&](std::uint64_t begin, std::uint64_t end) {
      context.throw_if_cancelled();
      const std::span<Arc<W>> part = block.subspan(begin, end - begin);
      if (const std::string fault = fault_in<W>(part, header); !fault.empty()) faulty(loader, name, fault);
    });
  if (!header.weighted) {
    if (!header.directed && !sink.mirrored() && request.missing_weights.kind == WeightRule::Kind::gap)
      throw UserError(ExitCode::usage,
                      fmt::format("{}: missing_weights = \"gap\" goes by the places of edges in the file, but this one "
                                  "lists each edge twice; convert it, or choose another rule",
                                  name));
    give_weights<W>(request.missing_weights, header, ids, arcs, context);
  }
  const bool mirrored = sink.mirrored();
  const std::uint64_t most_edges = mirrored ? 2 * header.arcs : header.arcs;
  GraphInSteps graph{build_csr<W>(header.vertices, arcs, mirrored, offsets_for(most_edges), context), header.directed};
  sink.drop();
  return graph;
}

/// A vertex takes memory without an arc, too: a file's word for their number counts only as far as its length goes.
void require_length(const GraphHeader& header, std::uint64_t bytes, std::string_view name) {
  constexpr std::uint64_t always = std::uint64_t{1} << 20, per_byte = 8;
  if (header.vertices <= always + per_byte * bytes) return;
  throw UserError(ExitCode::input,
                  fmt::format("{}: says that it has {} vertices, but is only {} bytes long; beyond {}, a file has "
                              "at least a byte for every {} vertices",
                              name, header.vertices, bytes, always, per_byte));
}

void require_rule(const GraphHeader& header, const WeightRule& rule, std::string_view name) {
  if (header.weighted || rule.kind != WeightRule::Kind::none) return;
  throw UserError(
      ExitCode::input,
      fmt::format("{}: its edges have no weights; say in [graph] which they get: missing_weights = \"unit\", "
                  "{{ constant = 5 }}, {{ uniform = [1, 100], seed = 1 }}, \"hash1000\", \"gap\" or "
                  "{{ euclidean = \"FILE.co\" }}; on the command line --missing-weights unit, constant=5 "
                  "or 'uniform=[1, 100]'",
                  name));
}

}  // namespace

void finish_graph(GraphInSteps graph, std::span<const GraphStep> steps, LoadedGraph& loaded, RunContext& context) {
  apply(steps, graph, context);
  for (const GraphStep& step : steps) loaded.steps.push_back(describe(step));
  if (!graph.original_vertices.empty()) loaded.ids = loaded.ids.selected(graph.original_vertices);
  loaded.directed = graph.directed;
  const Inspection found = inspect(graph.csr.view, &context);
  loaded.graph = std::make_shared<const StoredGraph>(std::move(graph.csr), found.weights, context.threads());
  loaded.digest = found.digest.hex();
}

LoadedGraph load_graph(const GraphRequest& request, const PluginRegistry& plugins, RunContext& context) {
  const Clock::time_point start = Clock::now();
  set_float_mode();
  check(request.missing_weights, request.weights);
  LoadedGraph loaded;
  LoaderChoice choice{nullptr, "forced"};
  const bool forced_binary = request.loader == binary_loader;
  if (forced_binary && request.path.empty())
    throw UserError(ExitCode::usage, fmt::format("loader '{}' reads a file; give its path", binary_loader));
  if ((request.path.empty() || !request.loader.empty()) && !forced_binary)
    choice.plugin = &named_loader(request, plugins);

  std::unique_ptr<FileInput> input;
  std::string name;  // what messages call the graph
  Status status;
  std::optional<CachedLoad> kept;
  try {
    if (!request.path.empty()) {
      name = request.path.string();
      input = open_input(request.path);
      if (forced_binary || (choice.plugin == nullptr && is_graph_file(input->head()))) {
        loaded = load_binary(request, *input, context);
        if (forced_binary) loaded.loader_reason = "forced";
        loaded.seconds = std::chrono::duration<double>(Clock::now() - start).count();
        return loaded;
      }
      if (choice.plugin == nullptr) choice = choose_loader(plugins, input->head(), name);
      loaded.name = request.path.filename().string();
      loaded.compression = input->compression();
    }
    check_capabilities(*choice.plugin, request.weights);
    loaded.loader = choice.plugin->about().name;
    loaded.loader_reason = choice.reason;

    std::optional<Settings> defaults;
    const Settings* options = request.loader.empty() ? nullptr : request.loader_options;
    if (options == nullptr) options = &defaults.emplace(Settings::defaults(choice.plugin->options()));
    if (!input) name = loaded.name = name_of(*choice.plugin, *options);

    if (input) {
      kept.emplace(request, *choice.plugin, options->to_json().dump(), context);
      if (std::optional<LoadedGraph> found = kept->find()) {
        found->seconds = std::chrono::duration<double>(Clock::now() - start).count();
        return std::move(*found);
      }
    }

    ArcSink sink(request.weights, context);
    const LoadRequest load_request{input.get(), request.weights};
    {
      const FloatMode mode;
      status = create_loader(*choice.plugin, options->values())->load(load_request, sink, context);
    }
    throw_if_failed(status, loaded.loader, name, input.get());
    const GraphHeader header = sink.header();
    if (!sink.begun()) faulty(loaded.loader, name, "never called begin");
    if (sink.given() != header.arcs)
      faulty(loaded.loader, name,
             header.arcs == unknown_arcs ? "never called finish"
                                         : fmt::format("announced {} arcs and gave {}", header.arcs, sink.given()));
    if (!sink.ids_complete()) faulty(loaded.loader, name, "did not give each vertex one id");
    if (input) require_length(header, input->given(), name);
    require_rule(header, request.missing_weights, name);
    loaded.ids = sink.take_ids();
    loaded.reading = sink.notes(Note::reading);
    loaded.notes = sink.notes(Note::doubt);
    GraphInSteps graph = request.weights == WeightKind::float32
                             ? build<float>(sink, request, loaded.ids, context, loaded.loader, name)
                             : build<std::int32_t>(sink, request, loaded.ids, context, loaded.loader, name);
    finish_graph(std::move(graph), request.steps, loaded, context);
    loaded.weighted = header.weighted;
  } catch (const Cancelled&) {
    throw UserError(ExitCode::interrupted, fmt::format("{}: loading was interrupted", name));
  } catch (const std::bad_alloc&) {
    out_of_memory(name);
  } catch (const BadInput& error) {
    throw UserError(ExitCode::input, error.what());
  }
  if (!loaded.weighted) loaded.weight_rule = describe(request.missing_weights);
  if (input) loaded.bytes = input->given();
  loaded.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (kept) kept->keep(loaded, loaded.seconds, *input);
  return loaded;
}

}  // namespace wayfront::host
