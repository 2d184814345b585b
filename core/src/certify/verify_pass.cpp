#include "certify/verify_detail.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "graph/bitmap.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host::detail {
namespace {

using LevelArcs = std::vector<std::pair<Vertex, Vertex>>;

/// Vertices that count, with the arc that makes each of them count in `tree`.
class Counted {
 public:
  Counted(Vertex vertices, Vertex source, Vertex* tree) : set_(vertices), tree_(tree) { set_.set(source); }

  bool has(Vertex v) const { return set_.has(v); }
  std::uint32_t count() const { return count_; }
  void add(Vertex v, Vertex from) {
    if (set_.has(v)) return;
    set_.set(v);
    ++count_;
    if (tree_ != nullptr) tree_[v] = from;
  }

  /// Adds the vertices that arcs between equal distances lead to, in linear time except for sorting the arcs.
  void spread(LevelArcs& arcs) {
    std::erase_if(arcs, [&](const auto& arc) { return has(arc.second); });
    std::ranges::sort(arcs);
    std::vector<Vertex> stack;
    for (const auto& [from, to] : arcs)
      if (has(from) && (stack.empty() || stack.back() != from)) stack.push_back(from);
    while (!stack.empty()) {
      const Vertex u = stack.back();
      stack.pop_back();
      for (auto it = std::ranges::lower_bound(arcs, std::pair(u, Vertex{0})); it != arcs.end() && it->first == u;
           ++it) {
        if (has(it->second)) continue;
        add(it->second, u);
        stack.push_back(it->second);
      }
    }
  }

 private:
  Bitmap set_;
  Vertex* tree_;
  std::uint32_t count_ = 1;
};

template <bool check_given, bool limited, class W, class O>
PassResult pass(const CsrView<W, O>& csr, const Row<W>& row, const Range<W>& range, Vertex source, std::uint32_t inside,
                Vertex* tree) {
  PassResult result;
  Counted counted(csr.vertices, source, tree);
  std::optional<Counted> confirmed;  // by their given predecessors
  if constexpr (check_given) confirmed.emplace(csr.vertices, source, nullptr);
  LevelArcs level;
  const std::size_t max_level = csr.vertices / 8 + 64;  // with more of them the walk is not slower
  const W* const d = row.distances.data();
  const Vertex* const given = row.predecessors;
  const auto is_inside = [last = range.last](W distance) {
    if constexpr (limited) return distance <= last;
    return distance != unreached<W>;  // a constant: faster
  };
  for (Vertex u = 0; u < csr.vertices; ++u) {
    const W from = d[u];
    if (!is_inside(from)) continue;
    const O end = csr.end(u);
    result.reached_edges += end - csr.begin(u);
    for (O e = csr.begin(u); e < end; ++e) {
      const Vertex v = csr.targets[e];
      const W to = d[v];
      const Sum<W> sum = Sum<W>(from) + csr.weights[e];
      if (to < sum && is_inside(to)) continue;
      if (to != sum || !is_inside(to)) {
        if (limited && sum > range.last) continue;
        return {};
      }
      if (from < to) {
        if constexpr (check_given)
          if (given[v] == u) confirmed->add(v, u);
        counted.add(v, u);
      } else if (from == to && !counted.has(v)) {
        if (level.size() == max_level) return {};
        level.emplace_back(u, v);
      }
    }
  }
  if (counted.count() != inside && !level.empty()) counted.spread(level);
  result.sure = counted.count() == inside;
  if constexpr (check_given) {
    if (confirmed->count() != inside) result.sure = false;
    for (Vertex v = 0; v < csr.vertices && result.sure; ++v)
      if (v == source || (!limited && !is_inside(d[v]))) result.sure = given[v] == no_vertex;
  }
  return result;
}

}  // namespace

template <WeightType W, OffsetType O>
PassResult pass_over_arcs(const CsrView<W, O>& csr, const Row<W>& row, const Range<W>& range, Vertex source,
                          std::uint32_t inside, Vertex* tree) {
  const auto run = [&]<bool limited>() {
    if (row.predecessors != nullptr) return pass<true, limited>(csr, row, range, source, inside, tree);
    return pass<false, limited>(csr, row, range, source, inside, tree);
  };
  return range.limited ? run.template operator()<true>() : run.template operator()<false>();
}

#define WAYFRONT_INSTANTIATE(W, O)                                                                                \
  template PassResult pass_over_arcs(const CsrView<W, O>&, const Row<W>&, const Range<W>&, Vertex, std::uint32_t, \
                                     Vertex*);
WAYFRONT_FOR_ALL_VIEWS(WAYFRONT_INSTANTIATE)
#undef WAYFRONT_INSTANTIATE

}  // namespace wayfront::host::detail
