#include "certify/worst_arc.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "graph/rows_view.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

template <WeightType W>
class ArcSearch {
 public:
  ArcSearch(const RowsView<W>& csr, Vertex source, std::span<const W> distances, W exact_to, const VertexIds& ids)
      : csr_(csr), source_(source), d_(distances), exact_to_(exact_to), ids_(ids), best_(csr.vertices) {}

  std::optional<WorstArc> find() {
    for (Vertex u = 0; u < csr_.vertices; ++u) {
      if (!is_reached(u)) continue;
      for (std::uint64_t e = csr_.begin(u); e < csr_.end(u); ++e) look_at({u, csr_.weights[e]}, csr_.targets[e]);
    }
    for (Vertex v = 0; v < csr_.vertices; ++v) {
      const Tail& tail = best_[v];
      if (v == source_ || tail.from == no_vertex || !is_reached(v) || !(sum(tail) > d_[v])) continue;
      consider(tail, v, false);
    }
    return worst_;
  }

 private:
  struct Tail {
    Vertex from = no_vertex;
    W weight{};
  };

  bool is_reached(Vertex v) const { return d_[v] < unreached<W> && d_[v] <= exact_to_; }
  WideSum<W> sum(const Tail& tail) const { return WideSum<W>(d_[tail.from]) + tail.weight; }

  void look_at(const Tail& tail, Vertex v) {
    if (best_[v].from == no_vertex || sum(tail) < sum(best_[v])) best_[v] = tail;
    if (is_reached(v) ? sum(tail) < d_[v] : sum(tail) <= WideSum<W>(exact_to_)) consider(tail, v, true);
  }

  void consider(const Tail& tail, Vertex v, bool too_long) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const double found = static_cast<double>(sum(tail));
    const double excess = is_reached(v) ? std::abs(static_cast<double>(d_[v]) - found) : infinite;
    if (worst_ && (excess < worst_->excess || (excess == worst_->excess && !(d_[v] < d_[worst_->to])))) return;
    std::string text =
        fmt::format("arc {} -> {} gives distance {} + weight {} = {}, but vertex {} ", ids_.text(tail.from),
                    ids_.text(v), d_[tail.from], tail.weight, sum(tail), ids_.text(v));
    if (!is_reached(v))
      text += "is marked unreached";
    else
      text += fmt::format("has distance {}, {} too {}{}", d_[v], excess, too_long ? "long" : "short",
                          too_long ? "" : "; no other arc gives less");
    worst_ = {tail.from, v, excess, std::move(text)};
  }

  RowsView<W> csr_;
  Vertex source_;
  std::span<const W> d_;
  W exact_to_;
  const VertexIds& ids_;
  std::vector<Tail> best_;  // of each vertex: the in-arc with the smallest sum
  std::optional<WorstArc> worst_;
};

}  // namespace

std::optional<WorstArc> worst_arc(const Graph& graph, Vertex source, const Output& output, std::uint32_t row,
                                  const VertexIds& ids) {
  return visit_rows(graph.csr(), [&]<class W>(const RowsView<W>& csr) {
    const W exact_to = output.exact_to == nullptr ? unreached<W> : output.exact_to_as<W>(row);
    const std::span<const W> distances = output.distances_as<W>(row);
    return ArcSearch<W>(csr, source, distances, exact_to, ids).find();
  });
}

}  // namespace wayfront::host
