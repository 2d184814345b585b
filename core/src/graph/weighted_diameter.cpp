#include "graph/graph_statistics.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "base/big_array.hpp"

namespace wayfront::host {
namespace {

/// Dijkstra's algorithm, directions ignored: along the arcs, and against them through `in`, which is null if the graph
/// has each arc in both directions.
template <class Csr, class Csc>
class Sweep {
 public:
  Sweep(const Csr& view, const Csc* in, RunContext& context)
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
        improve(in_->sources[e], distance + static_cast<double>(in_->weights[e]));
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

  const Csr& view_;
  const Csc* in_;
  RunContext& context_;
  BigArray<double> distances_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

WeightedDiameter weighted_diameter(const Graph& graph, bool directed, Vertex start, RunContext& context) {
  return visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
    const AnyCsc columns = directed ? graph.csc() : AnyCsc(CscView<W, O>());
    Sweep sweep(view, directed ? &std::get<CscView<W, O>>(columns) : nullptr, context);
    const Vertex rim = sweep.from(start).second;
    const auto [distance, end] = sweep.from(rim);
    return WeightedDiameter{distance, rim, end};
  });
}

}  // namespace wayfront::host
