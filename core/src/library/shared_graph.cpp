#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/big_array.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/graph_statistics.hpp"
#include "graph/places/vertex_points.hpp"
#include "graph/weight_kind.hpp"
#include "library/states.hpp"
#include "load/asked_graph.hpp"
#include "wayfront/distance.hpp"

namespace wayfront {
namespace {

Vertex vertex_with(const host::LoadedGraph& loaded, const host::VertexId& id) {
  const Vertex vertices = loaded.graph->info().vertices;
  if (const std::optional<Vertex> found = loaded.ids.find(id, vertices)) return *found;
  throw_usage(fmt::format("{}: vertex {} is not in the graph, whose ids are {}", loaded.name, to_text(id),
                          loaded.ids.describe(vertices)));
}

}  // namespace

const GraphInfo& SharedGraph::info() const { return Access::state(*this).info(); }
const std::string& SharedGraph::name() const { return Access::state(*this).loaded.name; }
bool SharedGraph::directed() const { return Access::state(*this).loaded.directed; }
const std::string& SharedGraph::digest() const { return Access::state(*this).loaded.digest; }
const std::vector<std::string>& SharedGraph::notes() const { return Access::state(*this).loaded.notes; }

std::variant<std::span<const std::uint32_t>, std::span<const std::uint64_t>> SharedGraph::offsets() const& {
  using Offsets = std::variant<std::span<const std::uint32_t>, std::span<const std::uint64_t>>;
  return visit(Access::state(*this).loaded.graph->csr(),
               [](const auto& csr) -> Offsets { return std::span(csr.offsets, std::size_t{csr.vertices} + 1); });
}

std::span<const Vertex> SharedGraph::targets() const& {
  return visit(Access::state(*this).loaded.graph->csr(),
               [](const auto& csr) { return std::span<const Vertex>(csr.targets, csr.edges); });
}

const void* SharedGraph::weight_data(WeightKind kind) const {
  const State& it = Access::state(*this);
  if (kind != it.info().weights)
    throw_usage(fmt::format("the weights of {} are {}, not {}", it.loaded.name, host::name(it.info().weights),
                            host::name(kind)));
  return visit(it.loaded.graph->csr(), [](const auto& csr) -> const void* { return csr.weights; });
}

Vertex SharedGraph::vertex(std::uint64_t id) const {
  return translated([&] { return vertex_with(Access::state(*this).loaded, host::VertexId(id)); });
}

Vertex SharedGraph::vertex(std::string_view id) const {
  return translated([&] { return vertex_with(Access::state(*this).loaded, host::VertexId(id)); });
}

std::string SharedGraph::id(Vertex vertex) const {
  const State& it = Access::state(*this);
  if (vertex >= it.info().vertices)
    throw_usage(fmt::format("{}: there is no vertex {}; the graph has {}", it.loaded.name, vertex, it.info().vertices));
  return to_text(it.loaded.ids[vertex]);
}

bool SharedGraph::has_names() const { return Access::state(*this).loaded.ids.kind() == host::VertexIds::Kind::names; }

std::span<const double> SharedGraph::coordinates() const& {
  static_assert(sizeof(Point) == 2 * sizeof(double) && offsetof(Point, y) == sizeof(double));
  const std::span<const Point> points = Access::state(*this).loaded.coordinates.points();
  return {reinterpret_cast<const double*>(points.data()), 2 * points.size()};
}

bool SharedGraph::is_geographic() const { return Access::state(*this).loaded.coordinates.geographic(); }

SharedGraph SharedGraph::with_coordinates(std::span<const double> places, bool geographic) const {
  return translated([&] {
    State other = Access::state(*this);
    const std::size_t wanted = 2 * std::size_t{other.info().vertices};
    if (!places.empty() && places.size() != wanted)
      throw_error(host::ExitCode::input,
                  fmt::format("there are {} coordinates, but {} has {} vertices, and each has two", places.size(),
                              other.loaded.name, other.info().vertices));
    std::vector<Point> points;
    points.reserve(places.size() / 2);
    for (std::size_t i = 0; i < places.size(); i += 2) points.push_back({places[i], places[i + 1]});
    if (const auto fault = host::fault_in({points, geographic}))
      throw_error(host::ExitCode::input,
                  fmt::format("vertex {} {}", other.loaded.ids.text(fault->vertex), fault->what));
    other.loaded.coordinates =
        points.empty() ? host::VertexPoints() : host::VertexPoints(std::move(points), geographic);
    return Access::make<SharedGraph>(std::move(other));
  });
}

SharedGraph SharedGraph::with_weights(WeightSpan weights) const {
  const State& it = Access::state(*this);
  return translated([&] {
    return std::visit(
        [&]<class W>(std::span<const W> given) {
          if (given.size() != arcs())
            throw_error(host::ExitCode::input,
                        fmt::format("there are {} weights, but {} has {} arcs", given.size(), it.loaded.name, arcs()));
          host::BigArray<W> copy = host::make_big_array<W>(given.size());
          std::ranges::transform(given, copy.get(), [](W weight) { return weight + W{0}; });  // no -0
          host::HostContext context(it.threads);
          host::LoadedGraph other = host::graph_with_weights(it.loaded, std::move(copy), context);
          if (!it.borrowed) other.graph->protect();
          return Access::make<SharedGraph>({std::move(other), it.borrowed, it.threads});
        },
        weights);
  });
}

SharedGraph SharedGraph::without(std::span<const std::uint64_t> arcs) const {
  return with_weight_type(info().weights, [&]<WeightType W>() {
    std::vector<W> all(weights<W>().begin(), weights<W>().end());
    for (const std::uint64_t arc : arcs) {
      if (arc >= all.size())
        throw_usage(
            fmt::format("{}: there is no arc with the number {}; the graph has {} arcs", name(), arc, all.size()));
      all[arc] = unreached<W>;
    }
    return with_weights(std::span<const W>(all));
  });
}

std::vector<std::uint64_t> SharedGraph::arcs_between(Vertex from, Vertex to) const {
  const State& it = Access::state(*this);
  for (const Vertex v : {from, to})
    if (v >= it.info().vertices)
      throw_usage(fmt::format("{}: there is no vertex {}; the graph has {}", it.loaded.name, v, it.info().vertices));
  return host::arcs_between(*it.loaded.graph, from, to);
}

bool SharedGraph::is_unchanged() const {
  const State& it = Access::state(*this);
  return translated([&] {
    const host::Inspection found = host::inspect(it.loaded.graph->csr());
    return found.fault.empty() && found.digest.hex() == it.loaded.digest;
  });
}

SharedGraph SharedGraph::reversed() const {
  const State& it = Access::state(*this);
  return translated([&] {
    host::HostContext context(it.threads);
    return Access::make<SharedGraph>({host::reversed_graph(it.loaded, context), false, it.threads});
  });
}

GraphFigures Library::figures(const SharedGraph& graph) const {
  return translated([&] {
    const GraphState& it = Access::state(graph);
    host::HostContext context(Access::state(*this).threads);
    const host::GraphStatistics found = host::graph_statistics(*it.loaded.graph, it.loaded.directed, context);
    return GraphFigures{.self_loops = found.self_loops,
                        .parallel_arcs = found.parallel_arcs,
                        .zero_weights = found.zero_weights,
                        .negative_weights = found.negative_weights,
                        .mean_degree = found.out.mean,
                        .max_out_degree = found.out.max,
                        .max_in_degree = found.in.max,
                        .sources = found.in.zeros,
                        .sinks = found.out.zeros,
                        .components = found.components,
                        .largest_component = found.largest_component,
                        .min_diameter = found.diameter.min,
                        .max_diameter = found.diameter.max,
                        .any_distance_fits = found.any_distance_fits};
  });
}

}  // namespace wayfront
