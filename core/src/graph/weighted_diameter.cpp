#include "graph/graph_statistics.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "base/big_array.hpp"
#include "graph/rows_view.hpp"

namespace wayfront::host {
namespace {

/// Dijkstra's algorithm, directions ignored: along the arcs, and against them through `in`, which is null if the graph
/// has each arc in both directions.
template <WeightType W>
class Sweep {
 public:
  Sweep(const RowsView<W>& view, const RowsView<W>* in, RunContext& context)
      : view_(view), in_(in), context_(context), distances_(make_big_array<double>(view.vertices)) {}

  /// The max distance, and the first vertex found with it.
  std::pair<double, Vertex> from(Vertex start) {
    std::fill_n(distances_.get(), view_.vertices, std::numeric_limits<double>::infinity());
    std::pair<double, Vertex> last;
    improve(start, 0);
    for (std::uint64_t settled = 0; !queue_.empty();) {
      const auto [distance, v] = queue_.top();
      queue_.pop();
      if (distance > distances_[v]) continue;
      if (settled++ % vertices_between_checks == 0) context_.throw_if_cancelled();
      if (distance > last.first || v == start) last = {distance, v};
      for (auto e = view_.begin(v); e < view_.end(v); ++e)
        improve(view_.targets[e], distance + static_cast<double>(view_.weights[e]));
      if (in_ == nullptr) continue;
      for (auto e = in_->begin(v); e < in_->end(v); ++e)
        improve(in_->targets[e], distance + static_cast<double>(in_->weights[e]));
    }
    return last;
  }

 private:
  static constexpr std::uint64_t vertices_between_checks = std::uint64_t{1} << 12;
  using Entry = std::pair<double, Vertex>;

  void improve(Vertex v, double distance) {
    if (!(distance < distances_[v])) return;
    distances_[v] = distance;
    queue_.emplace(distance, v);
  }

  const RowsView<W>& view_;
  const RowsView<W>* in_;
  RunContext& context_;
  BigArray<double> distances_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

WeightedDiameter weighted_diameter(const Graph& graph, bool directed, Vertex start, RunContext& context) {
  return visit_rows(graph.csr(), [&]<class W>(const RowsView<W>& view) {
    std::optional<RowsView<W>> in;
    if (directed) in = rows_view<W>(graph.csc());
    Sweep<W> sweep(view, directed ? &*in : nullptr, context);
    const Vertex rim = sweep.from(start).second;
    const auto [distance, end] = sweep.from(rim);
    return WeightedDiameter{distance, rim, end};
  });
}

}  // namespace wayfront::host
