#include "conformance/reference.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "graph/rows_view.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host::conformance {
namespace {

template <class W>
using Sum = WideSum<W>;
/// Above every sum of weights along a walk that is not longer than there are arcs.
template <class W>
constexpr Sum<W> infinite = [] {
  if constexpr (std::is_floating_point_v<W>) return unreached<W>;
  return static_cast<Sum<W>>(sizeof(W) == 4 ? std::numeric_limits<std::int64_t>::max() : Int128{1} << 126);
}();

/// Unchecked sums, possibly not final if floats are out of range; empty with a negative cycle.
template <class W>
std::vector<Sum<W>> shortest(const RowsView<W>& csr, Vertex source) {
  std::vector<Sum<W>> best(csr.vertices, infinite<W>);
  std::vector<Vertex> listed(csr.vertices, no_vertex);  // the last round that listed the vertex for the next
  std::vector<Vertex> active = {source};
  best[source] = 0;
  for (Vertex round = 0; !active.empty(); ++round) {
    if (round >= csr.vertices) {
      const bool in_range = std::ranges::all_of(best, [](Sum<W> d) { return d > -infinite<W>; });
      return in_range ? std::vector<Sum<W>>{} : best;
    }
    std::vector<Vertex> next;
    for (const Vertex u : active) {
      for (std::uint64_t e = csr.begin(u); e < csr.end(u); ++e) {
        const Vertex v = csr.targets[e];
        const Sum<W> sum = best[u] + csr.weights[e];
        if (!(sum < best[v])) continue;
        best[v] = sum;
        if (std::exchange(listed[v], round) != round) next.push_back(v);
      }
    }
    active = std::move(next);
  }
  return best;
}

/// Whether a finite distance is out of the type's range, or an arc leads from a reached vertex to one beyond it.
template <class W>
bool overflows(const RowsView<W>& csr, const std::vector<Sum<W>>& best) {
  for (Vertex u = 0; u < csr.vertices; ++u) {
    if (best[u] == infinite<W>) continue;
    if (best[u] <= Sum<W>(std::numeric_limits<W>::lowest()) || best[u] >= Sum<W>(unreached<W>)) return true;
    for (std::uint64_t e = csr.begin(u); e < csr.end(u); ++e)
      if (best[csr.targets[e]] == infinite<W>) return true;
  }
  return false;
}

}  // namespace

template <WeightType W>
Reference<W> solve_plainly(const Graph& graph, Vertex source) {
  return visit_rows(graph.csr(), [&]<class V>(const RowsView<V>& csr) -> Reference<W> {
    if constexpr (!std::is_same_v<V, W>) {
      throw Failure(StatusCode::failed, "the graph has another weight type");
    } else {
      const std::vector<Sum<W>> best = shortest(csr, source);
      if (best.empty()) return {Kind::negative_cycle, {}};
      if (overflows(csr, best)) return {Kind::overflow, {}};
      Reference<W> result;
      result.distances.reserve(best.size());
      for (const Sum<W> d : best) result.distances.push_back(d == infinite<W> ? unreached<W> : static_cast<W>(d));
      return result;
    }
  });
}

template Reference<std::int32_t> solve_plainly(const Graph&, Vertex);
template Reference<std::int64_t> solve_plainly(const Graph&, Vertex);
template Reference<double> solve_plainly(const Graph&, Vertex);
template Reference<float> solve_plainly(const Graph&, Vertex);

}  // namespace wayfront::host::conformance
