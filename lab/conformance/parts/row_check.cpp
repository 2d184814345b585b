#include "conformance/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "certify/asked.hpp"
#include "certify/poison.hpp"
#include "certify/reduced/reduced_row.hpp"
#include "graph/rows_view.hpp"
#include "wayfront/cpu/source_batch.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host::conformance {
namespace {

/// The smallest exact_to that answers the problem.
template <WeightType W>
W needed(const Problem& problem, const std::vector<W>& expected) {
  const W limit = limit_as<W>(problem.more.limit);
  if (problem.more.targets.empty() && problem.more.count == 0) return limit;
  W farthest = 0;
  for (const Vertex target : problem.more.targets) farthest = std::max(farthest, expected[target]);
  if (problem.more.count != 0) {
    std::vector<W> sorted = expected;
    std::ranges::sort(sorted);
    farthest = std::max(farthest, problem.more.count <= sorted.size() ? sorted[problem.more.count - 1] : unreached<W>);
  }
  return std::min(limit, farthest);
}

template <WeightType W>
std::string fault_of_distances(const std::vector<W>& expected, std::span<const W> distances, W exact_to) {
  for (Vertex v = 0; v < expected.size(); ++v) {
    if (std::bit_cast<BitsOf<W>>(distances[v]) == poison_bits<W>)
      return fmt::format("the entry of vertex {} was not written", v);
    if (expected[v] <= exact_to) {
      if (distances[v] != expected[v])
        return fmt::format("vertex {} has distance {}, but the reference says {}, and the row is exact up to {}", v,
                           distances[v], expected[v], exact_to);
    } else if (!(distances[v] > exact_to)) {
      return fmt::format("vertex {} has distance {}, within the {} up to which the row is exact, but it is {} away", v,
                         distances[v], exact_to, expected[v]);
    }
  }
  return {};
}

/// Of each vertex, whether the graph has an arc from its predecessor that makes its distance.
template <WeightType W>
std::vector<bool> led_to(const Graph& graph, std::span<const W> distances, std::span<const Vertex> predecessors) {
  std::vector<bool> led(distances.size());
  visit_rows(graph.csr(), [&]<class V>(const RowsView<V>& csr) {
    if constexpr (std::is_same_v<V, W>)
      for (Vertex u = 0; u < csr.vertices; ++u)
        for (std::uint64_t arc = csr.begin(u); arc < csr.end(u); ++arc)
          if (const Vertex v = csr.targets[arc]; predecessors[v] == u)
            led[v] = led[v] || saturating_add(distances[u], csr.weights[arc]) == distances[v];
  });
  return led;
}

/// The predecessors of the vertices within exact_to must lead back to the source along arcs that make the distances.
template <WeightType W>
std::string fault_of_predecessors(const Graph& graph, Vertex source, std::span<const W> distances,
                                  std::span<const Vertex> predecessors, W exact_to) {
  if (predecessors[source] != no_vertex)
    return fmt::format("the source {} has vertex {} as its predecessor instead of none", source, predecessors[source]);
  const std::vector<bool> led = led_to(graph, distances, predecessors);
  std::vector<bool> good(distances.size());
  good[source] = true;
  std::vector<Vertex> path;
  for (Vertex v = 0; v < distances.size(); ++v) {
    if (distances[v] == unreached<W> || !(distances[v] <= exact_to)) continue;
    path.clear();
    for (Vertex at = v; !good[at]; at = predecessors[at]) {
      const Vertex from = predecessors[at];
      if (from >= distances.size() || path.size() > distances.size() || !led[at])
        return fmt::format("vertex {} has vertex {} as its predecessor, from which no shortest path comes", at, from);
      path.push_back(at);
    }
    for (const Vertex at : path) good[at] = true;
  }
  return {};
}

template <WeightType W>
std::string fault_of_row(const Graph& graph, const Problem& problem, const Reference<W>& expected, const Output& output,
                         std::uint32_t row) {
  const W exact_to = static_cast<const W*>(output.exact_to)[row];
  if (!(exact_to <= limit_as<W>(problem.more.limit)))
    return fmt::format("exact_to is {}, beyond the limit of {}", exact_to, problem.more.limit);
  if (const W least = needed(problem, expected.distances); exact_to < least)
    return fmt::format("exact_to is {}, but what was asked needs {}", exact_to, least);
  const std::span<const W> distances(static_cast<const W*>(output.distances) + std::size_t{row} * output.vertices,
                                     output.vertices);
  std::string fault = fault_of_distances<W>(expected.distances, distances, exact_to);
  if (!fault.empty() || output.predecessors == nullptr) return fault;
  return fault_of_predecessors<W>(graph, sources_of(problem)[row], distances,
                                  {output.predecessors_of(row), output.vertices}, exact_to);
}

template <WeightType W>
std::string fault_of_targets(const Problem& problem, const Reference<W>& expected, const Output& output,
                             std::uint32_t row) {
  const std::span<const W> distances = output.distances_as<W>(row);
  for (std::size_t i = 0; i < problem.more.targets.size(); ++i) {
    const Vertex target = problem.more.targets[i];
    if (std::bit_cast<BitsOf<W>>(distances[i]) == poison_bits<W>)
      return fmt::format("the entry of target {} was not written", target);
    if (distances[i] != expected.distances[target])
      return fmt::format("entry {}, of target {}, is {}, but the reference says {}", i, target, distances[i],
                         expected.distances[target]);
  }
  return {};
}

template <WeightType W>
std::string fault_of_reduction(const Problem& problem, const Reference<W>& expected, const Output& output,
                               std::uint32_t row) {
  const Problem question{.source = sources_of(problem)[row], .more = {.limit = problem.more.limit}};
  if (std::string fault = impossible_figure(output, row, question); !fault.empty()) return fault;
  const std::uint64_t faults = faults_found(output, row);
  if (problem.more.check && faults != 0 && faults != Reduction<W>::not_checked)
    return fmt::format("its own check of the row counts {} faults", faults);
  std::vector<W> distances = expected.distances;
  Output whole;
  whole.kind = output.kind;
  whole.vertices = output.vertices;
  whole.distances = distances.data();
  return reduction_fault(question, problem.more.within, output, row, whole, 0);
}

}  // namespace

template <WeightType W>
std::string fault_of(const Graph& graph, const Problem& problem, const Reference<W>& expected, const Output& output,
                     std::uint32_t row, Form form) {
  if (form == Form::targets) return fault_of_targets(problem, expected, output, row);
  if (form == Form::reductions) return fault_of_reduction(problem, expected, output, row);
  return fault_of_row(graph, problem, expected, output, row);
}

template std::string fault_of(const Graph&, const Problem&, const Reference<std::int32_t>&, const Output&,
                              std::uint32_t, Form);
template std::string fault_of(const Graph&, const Problem&, const Reference<float>&, const Output&, std::uint32_t,
                              Form);
template std::string fault_of(const Graph&, const Problem&, const Reference<std::int64_t>&, const Output&,
                              std::uint32_t, Form);
template std::string fault_of(const Graph&, const Problem&, const Reference<double>&, const Output&, std::uint32_t,
                              Form);

}  // namespace wayfront::host::conformance
