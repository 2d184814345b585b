// One pass over the entries (written? numbers?) and one over the arcs in memory order, which accepts most correct
// answers. Otherwise: the walk over tight arcs, and a pass over given predecessors. Each is linear. Reasons are
// computed afterwards, when time does not matter.
#include "certify/verify_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "certify/poison.hpp"
#include "graph/bitmap.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host::detail {
namespace {

/// Sums below this are not distances: the lowest integer is reserved, and saturating sums stop one above it.
template <class W>
constexpr Sum<W> min_sum = Sum<W>{std::numeric_limits<W>::lowest()} + (std::is_floating_point_v<W> ? 0 : 1);

template <class W>
struct TightArc {
  Vertex source;
  Vertex target;
  W weight;
};

template <WeightType W, OffsetType O>
class Walk {
 public:
  Walk(const CsrView<W, O>& csr, std::span<const W> distances, const Vertex* given, Vertex* tree, const VertexIds& ids)
      : csr_(csr),
        d_(distances),
        given_(given),
        tree_(tree),
        ids_(ids),
        seen_(csr.vertices),
        confirmed_(given != nullptr ? csr.vertices : 0) {}

  Certificate judge(Vertex source);

 private:
  using Arc = TightArc<W>;

  template <bool check_given>
  std::optional<Certificate> run(Vertex source, std::uint32_t finite);
  std::optional<Certificate> predecessors_fault(Vertex source) const;
  std::optional<Certificate> refused(const Arc& arc);
  std::string unsupported() const;
  std::string why_not_tight(Vertex v) const;
  std::string sum_text(const Arc& arc) const;
  /// The id of a vertex in the user's file.
  std::string id(Vertex v) const { return ids_.text(v); }
  static Certificate wrong(std::string reason) { return {Finding::wrong, std::move(reason)}; }

  CsrView<W, O> csr_;
  std::span<const W> d_;
  const Vertex* given_;
  Vertex* tree_;
  const VertexIds& ids_;
  Bitmap seen_;
  Bitmap confirmed_;    // vertices whose given predecessor is the tail of a tight arc
  bool level_ = false;  // whether such an arc leads to a distance that is not greater
  Vertex reached_ = 0;
  std::uint64_t reached_edges_ = 0;
  std::optional<Arc> overflow_;
};

template <WeightType W, OffsetType O>
template <bool check_given>
std::optional<Certificate> Walk<W, O>::run(Vertex source, std::uint32_t finite) {
  // Only vertices with a finite distance are queued, so their number bounds the queue.
  const auto queue = std::make_unique_for_overwrite<Vertex[]>(finite);
  std::size_t head = 0;
  std::size_t tail = 0;
  const auto reach = [&](Vertex v, Vertex from) {
    seen_.set(v);
    if (tree_ != nullptr) tree_[v] = from;
    queue[tail++] = v;
  };
  reach(source, no_vertex);
  constexpr std::size_t far = 16;  // offsets are prefetched this many vertices ahead, rows half as many
  while (head < tail) {
    if (head + far < tail) {
      __builtin_prefetch(&csr_.offsets[queue[head + far]]);
      const O row = csr_.begin(queue[head + far / 2]);
      __builtin_prefetch(&csr_.targets[row]);
      __builtin_prefetch(&csr_.weights[row]);
    }
    const Vertex u = queue[head++];
    const Sum<W> du = d_[u];
    const O end = csr_.end(u);
    reached_edges_ += end - csr_.begin(u);
    for (O e = csr_.begin(u); e < end; ++e) {
      const Vertex v = csr_.targets[e];
      const W dv = d_[v];
      const Sum<W> sum = du + csr_.weights[e];
      if (dv < sum && dv != unreached<W>) continue;
      if (dv != sum || dv == unreached<W>) {
        if (auto fault = refused({u, v, csr_.weights[e]})) return fault;
        continue;
      }
      if constexpr (check_given)
        if (given_[v] == u) {
          confirmed_.set(v);
          level_ |= !(d_[u] < dv);
        }
      if (!seen_.has(v)) reach(v, u);
    }
  }
  reached_ = static_cast<Vertex>(tail);
  return std::nullopt;
}

/// An arc from a vertex that the walk reached, whose distance is therefore the length of a path, shortens its head's
/// distance. Below the type's range this proves an overflow. Above the range it does so only if nothing else is wrong:
/// kept for later.
template <WeightType W, OffsetType O>
std::optional<Certificate> Walk<W, O>::refused(const Arc& arc) {
  const Sum<W> sum = Sum<W>(d_[arc.source]) + arc.weight;
  if (sum < min_sum<W>) {
    overflow_ = arc;
    return Certificate{Finding::overflow, sum_text(arc)};
  }
  if (d_[arc.target] == unreached<W>) {
    if (sum >= Sum<W>(unreached<W>)) {
      if (!overflow_) overflow_ = arc;
      return std::nullopt;
    }
    return wrong(fmt::format("vertex {} is marked unreached, but {}", id(arc.target), sum_text(arc)));
  }
  return wrong(fmt::format("vertex {} has distance {}, but {}", id(arc.target), d_[arc.target], sum_text(arc)));
}

template <WeightType W, OffsetType O>
std::string Walk<W, O>::sum_text(const Arc& arc) const {
  const Sum<W> sum = Sum<W>(d_[arc.source]) + arc.weight;
  const std::string text = fmt::format("arc {} -> {} gives distance {} + weight {} = {}", id(arc.source),
                                       id(arc.target), d_[arc.source], arc.weight, sum);
  if (sum >= min_sum<W> && sum < Sum<W>(unreached<W>)) return text;
  const std::string_view type = name(weight_kind<W>);
  if (sizeof(W) == 8) return text + fmt::format(", which is out of the range of {}; use smaller weights", type);
  return text + fmt::format(", which does not fit {}; use weights = \"{}\" or smaller weights", type,
                            std::is_floating_point_v<W> ? "float64" : "int64");
}

/// The sentence for a finite vertex that the walk did not reach.
template <WeightType W, OffsetType O>
std::string Walk<W, O>::unsupported() const {
  Vertex worst = no_vertex;
  for (Vertex v = 0; v < csr_.vertices; ++v)
    if (d_[v] != unreached<W> && !seen_.has(v) && (worst == no_vertex || d_[v] < d_[worst])) worst = v;
  return why_not_tight(worst);
}

template <WeightType W, OffsetType O>
std::string Walk<W, O>::why_not_tight(Vertex v) const {
  std::optional<Arc> best;
  Sum<W> min{};
  bool negative = false;
  for (Vertex u = 0; u < csr_.vertices; ++u) {
    for (O e = csr_.begin(u); e < csr_.end(u); ++e) {
      negative |= csr_.weights[e] < 0;
      if (csr_.targets[e] != v || d_[u] == unreached<W>) continue;
      const Sum<W> sum = Sum<W>(d_[u]) + csr_.weights[e];
      if (best && sum >= min) continue;
      best = Arc{u, v, csr_.weights[e]};
      min = sum;
    }
  }
  const std::string claim = fmt::format("vertex {} has distance {}, but ", id(v), d_[v]);
  if (d_[v] < 0 && !negative) return claim + "no weight is negative";
  if (!best) return claim + "no arc leads to it from a reached vertex";
  if (min == d_[v]) {
    return claim + fmt::format(
                       "no path from the source is that short: {}, and vertex {} is not on a path from the source "
                       "either",
                       sum_text(*best), id(best->source));
  }
  if (min < d_[v]) return claim + sum_text(*best);
  return claim + "its best in-" + sum_text(*best);
}

template <WeightType W, OffsetType O>
std::optional<Certificate> Walk<W, O>::predecessors_fault(Vertex source) const {
  const Vertex n = csr_.vertices;
  for (Vertex v = 0; v < n; ++v) {
    const Vertex p = given_[v];
    if (p == poison_vertex && p >= n) return wrong(fmt::format("the predecessor of vertex {} was not written", id(v)));
    const bool root = v == source || d_[v] == unreached<W>;
    if (root && p != no_vertex)
      return wrong(fmt::format("the {} has vertex {} as its predecessor instead of none",
                               fmt::format("{} {}", v == source ? "source" : "unreached vertex", id(v)), id(p)));
    if (root) continue;
    if (p == no_vertex) return wrong(fmt::format("vertex {} is reached, but has no predecessor", id(v)));
    if (p >= n)
      return wrong(fmt::format("vertex {} has predecessor {}, but the graph has {} vertices", id(v), id(p), n));
    if (confirmed_.has(v)) continue;
    std::optional<Arc> best;
    for (O e = csr_.begin(p); e < csr_.end(p); ++e)
      if (csr_.targets[e] == v && (!best || csr_.weights[e] < best->weight)) best = Arc{p, v, csr_.weights[e]};
    if (!best)
      return wrong(
          fmt::format("vertex {} has predecessor {}, but there is no arc {} -> {}", id(v), id(p), id(p), id(v)));
    return wrong(
        fmt::format("vertex {} has predecessor {} and distance {}, but {}", id(v), id(p), d_[v], sum_text(*best)));
  }
  // Only arcs that do not increase the distance can close a cycle. Follow each chain up to a vertex already known to
  // lead to the source.
  if (!level_) return std::nullopt;
  Bitmap done(n);
  Bitmap chain(n);
  for (Vertex start = 0; start < n; ++start) {
    Vertex v = start;
    for (; v != no_vertex && !done.has(v); v = given_[v]) {
      if (chain.has(v)) return wrong(fmt::format("the predecessors of vertex {} form a cycle", id(v)));
      chain.set(v);
    }
    for (v = start; v != no_vertex && !done.has(v); v = given_[v]) done.set(v);
  }
  return std::nullopt;
}

template <WeightType W, OffsetType O>
Certificate Walk<W, O>::judge(Vertex source) {
  if (tree_ != nullptr) std::fill_n(tree_, csr_.vertices, no_vertex);
  const Entries entries = look_at(d_);
  if (!entries.sound()) return wrong(entry_fault(d_, ids_));
  Certificate result;
  result.digest = digest_of(d_, entries);
  result.reached = entries.finite;
  result.distance_sum = entries.sum;
  result.max_distance = entries.max;
  const auto with = [&](Certificate fault) {
    result.finding = fault.finding;
    result.reason = std::move(fault.reason);
    result.reached_edges = reached_edges_;
    return result;
  };
  if (d_[source] != 0)
    return with(wrong(fmt::format("source {} has distance {} instead of 0", id(source), d_[source])));
  const PassResult pass = pass_over_arcs(csr_, d_, source, entries.finite, given_, tree_);
  if (pass.sure) {
    result.reached_edges = pass.reached_edges;
    return result;
  }
  if (tree_ != nullptr) std::fill_n(tree_, csr_.vertices, no_vertex);
  if (auto fault = given_ != nullptr ? run<true>(source, entries.finite) : run<false>(source, entries.finite))
    return with(*fault);
  if (reached_ != entries.finite) return with(wrong(unsupported()));
  if (overflow_) return with({Finding::overflow, sum_text(*overflow_)});
  if (given_ != nullptr)
    if (auto fault = predecessors_fault(source)) return with(*fault);
  result.reached_edges = reached_edges_;
  return result;
}

}  // namespace

template <WeightType W, OffsetType O>
Certificate certify_distances(const CsrView<W, O>& csr, Vertex source, const Output& output, Vertex* tree,
                              const VertexIds& ids) {
  const std::span<const W> distances(static_cast<const W*>(output.distances), csr.vertices);
  return Walk<W, O>(csr, distances, output.predecessors, tree, ids).judge(source);
}

#define WAYFRONT_INSTANTIATE(W, O) \
  template Certificate certify_distances(const CsrView<W, O>&, Vertex, const Output&, Vertex*, const VertexIds&);
WAYFRONT_INSTANTIATE(std::int32_t, std::uint32_t)
WAYFRONT_INSTANTIATE(std::int32_t, std::uint64_t)
WAYFRONT_INSTANTIATE(float, std::uint32_t)
WAYFRONT_INSTANTIATE(float, std::uint64_t)
WAYFRONT_INSTANTIATE(std::int64_t, std::uint32_t)
WAYFRONT_INSTANTIATE(std::int64_t, std::uint64_t)
WAYFRONT_INSTANTIATE(double, std::uint32_t)
WAYFRONT_INSTANTIATE(double, std::uint64_t)
#undef WAYFRONT_INSTANTIATE

}  // namespace wayfront::host::detail
