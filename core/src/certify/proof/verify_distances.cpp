// One pass over the entries (written? numbers?) and one over the arcs in memory order, which accepts correct answers,
// both on all threads. Otherwise, on one thread: the walk over tight arcs, and a pass over given predecessors, which find
// the same fault however many threads there are. Each is linear. Reasons are computed afterwards, when time does not
// matter.
#include "certify/proof/verify_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
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

template <WeightType W>
class Walk {
 public:
  Walk(const RowsView<W>& csr, const Row<W>& row, Vertex* tree, Crew crew, const VertexIds& ids)
      : csr_(csr),
        row_(row),
        d_(row.distances),
        range_(Range<W>::up_to(row.exact_to)),
        given_(row.predecessors),
        tree_(tree),
        crew_(crew),
        ids_(ids) {}

  Certificate judge(const Problem& question) {
    Entries entries = look_at(d_, range_, crew_);
    if (!entries.sound()) return wrong(entry_fault(d_, ids_));
    std::optional<Certificate> found = fault(question.source, entries.inside);
    if (!found)
      if (std::string text = too_short(question, d_, row_.exact_to, ids_); !text.empty())
        found = wrong(std::move(text));
    const auto wanted = Range<W>::up_to(wanted_to(question, d_, row_.exact_to));
    if (wanted.last < range_.last) {
      entries = look_at(d_, wanted, crew_);
      if (!found) cut_at(wanted.last);
    }
    Certificate result = found ? std::move(*found) : Certificate{};
    result.digest = digest_of(d_, wanted, entries);
    result.reached = entries.inside;
    result.distance_sum = entries.sum;
    result.max_distance = entries.max;
    result.reached_edges = reached_edges_;
    return result;
  }

 private:
  struct Arc {
    Vertex source, target;
    W weight;
  };

  /// The id of a vertex in the user's file.
  std::string id(Vertex v) const { return ids_.text(v); }
  static Certificate wrong(std::string reason) { return {Finding::wrong, std::move(reason)}; }

  /// What is wrong with the row, if anything.
  std::optional<Certificate> fault(Vertex source, std::uint32_t inside) {
    if (!range_.has(0)) {  // not even the source is in the range
      if (inside == 0) return std::nullopt;
      seen_ = Bitmap(csr_.vertices);
      return wrong(unsupported());
    }
    if (d_[source] != 0) return wrong(fmt::format("source {} has distance {} instead of 0", id(source), d_[source]));
    const PassResult pass = pass_over_arcs(csr_, row_, range_, source, inside, tree_, crew_);
    if (pass.sure) {
      reached_edges_ = pass.reached_edges;
      return std::nullopt;
    }
    if (tree_ != nullptr) std::fill_n(tree_, csr_.vertices, no_vertex);
    if (auto found = run(source, inside)) return found;
    if (reached_ != inside) return wrong(unsupported());
    if (overflow_) return Certificate{Finding::overflow, sum_text(*overflow_)};
    return given_ != nullptr ? predecessors_fault(source) : std::nullopt;
  }

  std::optional<Certificate> run(Vertex source, std::uint32_t inside) {
    seen_ = Bitmap(csr_.vertices);
    if (given_ != nullptr) confirmed_ = Bitmap(csr_.vertices);
    // Only vertices in the range are queued, so their number bounds the queue.
    const auto queue = std::make_unique_for_overwrite<Vertex[]>(inside);
    std::size_t head = 0;
    std::size_t tail = 0;
    const auto reach = [&](Vertex v, Vertex from) {
      seen_.set(v);
      if (tree_ != nullptr) tree_[v] = from;
      queue[tail++] = v;
    };
    reach(source, no_vertex);
    const W last = range_.last;
    while (head < tail) {
      const Vertex u = queue[head++];
      const Sum<W> du = d_[u];
      const std::uint64_t end = csr_.end(u);
      reached_edges_ += end - csr_.begin(u);
      for (std::uint64_t e = csr_.begin(u); e < end; ++e) {
        const Vertex v = csr_.targets[e];
        const W dv = d_[v];
        const Sum<W> sum = du + csr_.weights[e];
        if (dv < sum && dv <= last) continue;
        if (dv != sum || !(dv <= last)) {
          if (range_.limited && sum > last) continue;
          if (auto fault = refused({u, v, csr_.weights[e]})) return fault;
          continue;
        }
        if (given_ != nullptr && given_[v] == u) confirmed_.set(v);
        if (!seen_.has(v)) reach(v, u);
      }
    }
    reached_ = static_cast<Vertex>(tail);
    return std::nullopt;
  }

  /// An arc from a vertex that the walk reached, whose distance is therefore the length of a path, shortens its head's
  /// distance. Below the type's range this proves an overflow. Above the range it does so only if nothing else is wrong:
  /// kept for later.
  std::optional<Certificate> refused(const Arc& arc) {
    const Sum<W> sum = Sum<W>(d_[arc.source]) + arc.weight;
    if (sum < min_sum<W>) {
      overflow_ = arc;
      return Certificate{Finding::overflow, sum_text(arc)};
    }
    if (!range_.has(d_[arc.target])) {
      if (d_[arc.target] != unreached<W>)
        return wrong(
            fmt::format("vertex {} counts as unreached, because its entry {} is above {}, up to which the answer "
                        "is exact, but {}",
                        id(arc.target), d_[arc.target], row_.exact_to, sum_text(arc)));
      if (sum >= Sum<W>(unreached<W>)) {
        if (!overflow_) overflow_ = arc;
        return std::nullopt;
      }
      return wrong(fmt::format("vertex {} is marked unreached, but {}", id(arc.target), sum_text(arc)));
    }
    return wrong(fmt::format("vertex {} has distance {}, but {}", id(arc.target), d_[arc.target], sum_text(arc)));
  }

  std::string sum_text(const Arc& arc) const {
    const Sum<W> sum = Sum<W>(d_[arc.source]) + arc.weight;
    const std::string text = fmt::format("arc {} -> {} gives distance {} + weight {} = {}", id(arc.source),
                                         id(arc.target), d_[arc.source], arc.weight, sum);
    if (sum >= min_sum<W> && sum < Sum<W>(unreached<W>)) return text;
    const std::string_view type = name(weight_kind<W>);
    if (sizeof(W) == 8) return text + fmt::format(", which is out of the range of {}; use smaller weights", type);
    return text + fmt::format(", which does not fit {}; use weights = \"{}\" or smaller weights", type,
                              std::is_floating_point_v<W> ? "float64" : "int64");
  }

  /// The sentence for a vertex in the range that the walk did not reach.
  std::string unsupported() const {
    Vertex worst = no_vertex;
    for (Vertex v = 0; v < csr_.vertices; ++v)
      if (range_.has(d_[v]) && !seen_.has(v) && (worst == no_vertex || d_[v] < d_[worst])) worst = v;
    return why_not_tight(worst);
  }

  std::string why_not_tight(Vertex v) const {
    std::optional<Arc> best;
    Sum<W> min{};
    bool negative = false;
    for (Vertex u = 0; u < csr_.vertices; ++u) {
      for (std::uint64_t e = csr_.begin(u); e < csr_.end(u); ++e) {
        negative |= csr_.weights[e] < 0;
        if (csr_.targets[e] != v || !range_.has(d_[u])) continue;
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

  std::optional<Certificate> predecessors_fault(Vertex source) const {
    const Vertex n = csr_.vertices;
    for (Vertex v = 0; v < n; ++v) {
      const bool inside = range_.has(d_[v]);
      if (range_.limited && !inside) continue;
      const Vertex p = given_[v];
      if (p == poison_vertex && p >= n)
        return wrong(fmt::format("the predecessor of vertex {} was not written", id(v)));
      const bool root = v == source || !inside;
      if (root && p != no_vertex)
        return wrong(fmt::format("the {} has vertex {} as its predecessor instead of none",
                                 fmt::format("{} {}", v == source ? "source" : "unreached vertex", id(v)), id(p)));
      if (root) continue;
      if (p == no_vertex) return wrong(fmt::format("vertex {} is reached, but has no predecessor", id(v)));
      if (p >= n)
        return wrong(fmt::format("vertex {} has predecessor {}, but the graph has {} vertices", id(v), id(p), n));
      if (confirmed_.has(v)) continue;
      std::optional<Arc> best;
      for (std::uint64_t e = csr_.begin(p); e < csr_.end(p); ++e)
        if (csr_.targets[e] == v && (!best || csr_.weights[e] < best->weight)) best = Arc{p, v, csr_.weights[e]};
      if (!best)
        return wrong(
            fmt::format("vertex {} has predecessor {}, but there is no arc {} -> {}", id(v), id(p), id(p), id(v)));
      return wrong(
          fmt::format("vertex {} has predecessor {} and distance {}, but {}", id(v), id(p), d_[v], sum_text(*best)));
    }
    // Follow each chain up to a vertex already known to lead to the source.
    Bitmap done(n);
    Bitmap chain(n);
    for (Vertex start = 0; start < n; ++start) {
      if (!range_.has(d_[start])) continue;  // its predecessor may be anything
      Vertex v = start;
      for (; v != no_vertex && !done.has(v); v = given_[v]) {
        if (chain.has(v)) return wrong(fmt::format("the predecessors of vertex {} form a cycle", id(v)));
        chain.set(v);
      }
      for (v = start; v != no_vertex && !done.has(v); v = given_[v]) done.set(v);
    }
    return std::nullopt;
  }

  /// Takes the vertices beyond `wanted` out of the tree and the figures.
  void cut_at(W wanted) {
    std::atomic<std::uint64_t> edges{0};
    crew_.for_parts(csr_.vertices, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
      std::uint64_t mine = 0;
      for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
        if (d_[v] <= wanted)
          mine += csr_.degree(v);
        else if (tree_ != nullptr)
          tree_[v] = no_vertex;
      }
      edges.fetch_add(mine, std::memory_order_relaxed);
    });
    reached_edges_ = edges;
  }

  RowsView<W> csr_;
  Row<W> row_;
  std::span<const W> d_;
  Range<W> range_;
  const Vertex* given_;
  Vertex* tree_;
  Crew crew_;
  const VertexIds& ids_;
  Bitmap seen_{0};
  Bitmap confirmed_{0};  // vertices whose given predecessor is the tail of a tight arc
  Vertex reached_ = 0;
  std::uint64_t reached_edges_ = 0;
  std::optional<Arc> overflow_;
};

}  // namespace

template <WeightType W>
Certificate certify_distances(const RowsView<W>& csr, const Problem& question, const Row<W>& row, Vertex* tree,
                              Crew crew, const VertexIds& ids) {
  return Walk<W>(csr, row, tree, crew, ids).judge(question);
}

#define WAYFRONT_INSTANTIATE(W)                                                                            \
  template Certificate certify_distances(const RowsView<W>&, const Problem&, const Row<W>&, Vertex*, Crew, \
                                         const VertexIds&);
WAYFRONT_FOR_ALL_WEIGHTS(WAYFRONT_INSTANTIATE)
#undef WAYFRONT_INSTANTIATE

}  // namespace wayfront::host::detail
