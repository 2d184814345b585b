#include <fmt/format.h>

#include <limits>

#include "answers/shortest_path.hpp"
#include "graph/weight_kind.hpp"
#include "library/states.hpp"
#include "wayfront/distance.hpp"

namespace wayfront {
namespace {

/// Throws UsageError unless there is such a row.
void require_row(const ResultState& it, std::size_t row) {
  if (it.cycle)
    throw_usage("there are no distances: a source reaches a cycle of negative weight; see Result::negative_cycle()");
  if (row >= it.rows)
    throw_usage(fmt::format("there is no row {}; the result has {}", row,
                            it.rows == 1 ? "one" : fmt::format("{}, one for each source", it.rows)));
}

void require_vertex(const ResultState& it, Vertex vertex) {
  if (vertex >= it.vertices) throw_usage(fmt::format("there is no vertex {}; the graph has {}", vertex, it.vertices));
}

}  // namespace

Path path_of(const std::vector<host::PathArc>& arcs) {
  Path path;
  host::ExactWeight length;
  for (const host::PathArc& arc : arcs) {
    path.arcs.push_back({arc.from, arc.to, arc.number, arc.weight.rounded()});
    length += arc.weight;
  }
  path.length = length.rounded();
  return path;
}

std::span<const Vertex> Result::sources() const& { return Access::state(*this).sources; }
Vertex Result::vertices() const { return Access::state(*this).vertices; }
WeightKind Result::weights() const { return Access::state(*this).graph.info().weights; }
std::size_t Result::rows() const { return Access::state(*this).rows; }
const std::vector<RowFigures>& Result::figures() const& { return Access::state(*this).figures; }
bool Result::has_negative_cycle() const { return Access::state(*this).cycle.has_value(); }
Path Result::negative_cycle() const { return Access::state(*this).cycle.value_or(Path()); }
bool Result::certified() const { return Access::state(*this).certified; }
const Work& Result::work() const { return Access::state(*this).work; }
const std::vector<std::string>& Result::counters() const { return Access::state(*this).counters; }
double Result::seconds() const { return Access::state(*this).seconds; }
double Result::certify_seconds() const { return Access::state(*this).certify_seconds; }

std::span<const Vertex> Result::nearest(std::size_t row) const& {
  const ResultState& it = Access::state(*this);
  if (it.nearest.empty()) return {};
  require_row(it, row);
  return std::span(it.nearest).subspan(row * it.vertices, it.vertices);
}

const void* Result::distance_data(WeightKind kind, std::size_t row) const {
  const ResultState& it = Access::state(*this);
  require_row(it, row);
  if (kind != weights())
    throw_usage(fmt::format("the distances are {}, not {}", host::name(weights()), host::name(kind)));
  if (!it.figures.empty()) throw_usage("there are only figures of the rows; solve without SolveOptions::reduce");
  if (it.distances == nullptr)
    throw_usage(
        "the distances are on the device alone; see Result::device_distances(), or solve with SolveOptions::certify");
  return it.distances_of(row);
}

DeviceDistances Result::device_distances() const& {
  const ResultState& it = Access::state(*this);
  require_row(it, 0);
  if (it.on_device.data() == nullptr)
    throw_usage("the distances are in the memory of the host alone; solve with SolveOptions::on_device");
  return {it.on_device.data(), it.on_device.device(), weights(), it.rows, it.vertices};
}

double Result::distance(Vertex target, std::size_t row) const {
  require_vertex(Access::state(*this), target);
  return with_weight_type(weights(), [&]<WeightType W>() {
    const W distance = distances<W>(row)[target];
    return distance == unreached<W> ? std::numeric_limits<double>::infinity() : static_cast<double>(distance);
  });
}

std::span<const Vertex> Result::predecessors(std::size_t row) const& {
  const ResultState& it = Access::state(*this);
  require_row(it, row);
  if (it.trees == nullptr) return {};
  return {it.trees.get() + row * it.stride, it.vertices};
}

Path Result::path(Vertex target, std::size_t row) const {
  const ResultState& it = Access::state(*this);
  require_vertex(it, target);
  const std::span<const Vertex> tree = predecessors(row);
  if (tree.empty()) throw_usage("there are no predecessors; set SolveOptions::predecessors for paths");
  if (distance(target, row) == std::numeric_limits<double>::infinity())
    return {.arcs = {}, .length = std::numeric_limits<double>::infinity()};
  for (Vertex v = target; tree[v] != no_vertex; v = tree[v])
    if (distance(tree[v], row) == std::numeric_limits<double>::infinity())
      throw_usage(
          "the path to this vertex passes one that is beyond what was asked for; solve without limit and count");
  const Vertex source = it.nearest.empty() ? it.sources[row] : it.nearest[target];
  return path_of(host::path_to(*Access::state(it.graph).loaded.graph, tree, source, target));
}

}  // namespace wayfront
