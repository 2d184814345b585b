#include "load/loader_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "graph/csr.hpp"
#include "graph/weight_kind.hpp"
#include "load/arc_sink.hpp"
#include "load/weights.hpp"
#include "plugins/plugin_work.hpp"
#include "settings/settings.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

[[noreturn]] void faulty(std::string_view loader, std::string_view name, std::string_view what) {
  throw UserError(ExitCode::plugin, fmt::format("loader '{}' is faulty: reading {}, it {}", loader, name, what));
}

/// A loader may fail on damaged compressed data before their checksum is reached: says so if that is the reason.
std::string damage_behind(FileInput* input, std::string_view said) {
  if (input == nullptr || input->compression().empty()) return {};
  try {
    while (!input->bytes().empty()) {
    }
  } catch (const BadInput& error) {
    if (said.find(error.what()) == said.npos) return fmt::format(" (also, {})", error.what());
  }
  return {};
}

/// The error of a loader that did not load. `again`: with weights of another type it will be tried again.
void throw_if_failed(const Status& status, std::string_view loader, std::string_view name, FileInput* input,
                     bool again) {
  switch (status.code) {
    case StatusCode::ok:
      return;
    case StatusCode::cancelled:
      throw UserError(ExitCode::interrupted, fmt::format("{}: loading was interrupted", name));
    case StatusCode::bad_input:
    case StatusCode::needs_int64:
    case StatusCode::needs_float64:
    case StatusCode::unsupported: {
      const bool named = status.text().find(name) != std::string_view::npos;
      const std::string text =
          named ? std::string(status.text()) : fmt::format("{}: {}: {}", loader, name, status.text());
      const ExitCode code =
          input == nullptr ? ExitCode::usage : ExitCode::input;  // without a file, the options are wrong
      const bool wider = status.code == StatusCode::needs_int64 || status.code == StatusCode::needs_float64;
      if (!wider) throw UserError(code, text + damage_behind(input, text));
      throw NeedsWiderWeights(status.code == StatusCode::needs_int64 ? WeightKind::int64 : WeightKind::float64, code,
                              again ? text : text + damage_behind(input, text));
    }
    case StatusCode::out_of_memory:
      throw std::bad_alloc();
    default:
      throw UserError(ExitCode::plugin, fmt::format("loader '{}' failed on {}: {}", loader, name, status.text()));
  }
}

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

/// Rows of a loader's arcs, with the weights of the file or of the rule.
template <WeightType W>
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
                      fmt::format("{}: missing_weights = \"gap\" depends on the positions of edges in the file, but "
                                  "this file lists each edge twice; convert it, or choose another rule",
                                  name));
    give_weights<W>(request.missing_weights, header, ids, arcs, context);
  }
  const bool mirrored = sink.mirrored();
  const std::uint64_t max_edges = mirrored ? 2 * header.arcs : header.arcs;
  GraphInSteps graph{build_csr<W>(header.vertices, arcs, mirrored, offsets_for(max_edges), context), header.directed};
  sink.drop();
  return graph;
}

/// A vertex takes memory even without arcs: the vertex count of a file must be plausible for its length.
void require_length(const GraphHeader& header, std::uint64_t bytes, std::string_view name) {
  constexpr std::uint64_t always = std::uint64_t{1} << 20, per_byte = 8;
  if (header.vertices <= always + per_byte * bytes) return;
  throw UserError(ExitCode::input,
                  fmt::format("{}: claims {} vertices, but is only {} bytes long; above {} vertices, a file must have "
                              "at least one byte for every {} vertices",
                              name, header.vertices, bytes, always, per_byte));
}

void require_rule(const GraphHeader& header, const WeightRule& rule, std::string_view name) {
  if (header.weighted || rule.kind != WeightRule::Kind::none) return;
  throw UserError(ExitCode::input,
                  fmt::format("{}: its edges have no weights; choose a rule in [graph]: missing_weights = \"unit\", {{ "
                              "constant = 5 }}, {{ uniform = [1, 100], seed = 1 }}, \"hash1000\", \"gap\" or {{ "
                              "euclidean = \"FILE.co\" }}; on the command line --missing-weights unit, constant=5 or "
                              "'uniform=[1, 100]'",
                              name));
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

/// A loader keeps the promises of its header.
void require_complete(const ArcSink& sink, std::string_view loader, std::string_view name) {
  if (!sink.begun()) faulty(loader, name, "never called begin");
  const GraphHeader& header = sink.header();
  if (header.arcs == unknown_arcs) faulty(loader, name, "never called finish");
  if (sink.given() != header.arcs)
    faulty(loader, name, fmt::format("announced {} arcs but gave {}", header.arcs, sink.given()));
  if (!sink.ids_complete()) faulty(loader, name, "did not give each vertex one id");
  if (!sink.coordinates_complete()) faulty(loader, name, "did not give each vertex one point");
}

}  // namespace

GraphInSteps run_loader(const Plugin& loader, const Settings& options, FileInput* input, const GraphRequest& request,
                        WeightKind kind, std::string_view name, LoadedGraph& loaded, RunContext& context) {
  const char* const loader_name = loader.about().name;
  const bool automatic = !request.weights;
  ArcSink sink(kind, context);
  Status status;
  if (input != nullptr) input->set_threads(context.threads());
  {
    const PluginWork work(opened(loader));
    status =
        create_loader(loader, options.values())
            ->load({.input = input, .weights = kind, .exact = automatic && kind == WeightKind::float64}, sink, context);
  }
  if (input != nullptr) input->require_unchanged();
  throw_if_failed(status, loader_name, name, input, automatic);
  require_complete(sink, loader_name, name);
  if (input != nullptr) require_length(sink.header(), input->given(), name);
  require_rule(sink.header(), request.missing_weights, name);
  if (const WeightKind needed = kind_for(request.missing_weights);
      automatic && !sink.header().weighted && kind < needed)
    throw NeedsWiderWeights(needed, ExitCode::usage,
                            fmt::format("{}: its weights by rule, {}, do not fit {}", name,
                                        describe(request.missing_weights), host::name(kind)));
  loaded.weighted = sink.header().weighted;
  loaded.ids = sink.take_ids();
  if (const std::string fault = fault_in(loaded.ids, sink.header().vertices); !fault.empty())
    faulty(loader_name, name, fault);
  loaded.coordinates = sink.take_coordinates();
  loaded.reading = sink.notes(Note::reading);
  loaded.notes = sink.notes(Note::doubt);
  return with_weight_type(
      kind, [&]<WeightType W>() { return build<W>(sink, request, loaded.ids, context, loader_name, name); });
}

}  // namespace wayfront::host
