// The certificate of docs/verify.md on slices: no rank has the graph or the answer whole. It reads the slice, which no
// engine can write to, and believes nothing of the answer.
//
// Each rank asks the owners for the distances of its ghosts and looks at its own arcs: none may shorten a distance, and
// a tight arc from a smaller distance supports its target. Support of ghosts goes to their owners as one bit a ghost.
// Vertices that only have tight arcs from their own distance (weight 0, or a sum that rounds) are supported in further
// exchanges, from those that are. The answer is right if and only if no arc is at fault and each reached vertex but the
// source is supported: following supports backwards then ends at the source. Weights must not be negative.
//
// With a limit, entries above it count as unreached, and arcs to sums above it do not count. Given predecessors are right if
// the arcs that they name are support enough. A tree is made of one support of each vertex.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "certify/certificate.hpp"
#include "graph/bitmap.hpp"
#include "graph/weight_kind.hpp"
#include "ranks.hpp"
#include "slice.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::ranks {

/// An answer of this rank's vertices. Vertices that it names are numbers in the whole graph.
template <WeightType W>
struct Claim {
  std::uint64_t source = 0;
  const std::vector<W>& distances;
  W limit = unreached<W>;
  const std::vector<Vertex>* predecessors = nullptr;  // no_vertex: none; null: none are claimed
};

/// The reason is the first fault, by rank. Without a digest of the distances.
struct Verdict : host::Certificate {
  bool right = false;
  Traffic traffic;
};

template <WeightType W>
class Certificate {
 public:
  Certificate(const Slice<W>& slice, const Ranks& ranks, host::Arena& arena)
      : slice_(slice), ranks_(ranks), arena_(arena), peers_(static_cast<std::size_t>(ranks.count())) {}

  /// All ranks together; the verdict is the same on all. `tree`, unless null, receives a predecessor of each vertex, the
  /// smallest where there are several from smaller distances; it means nothing where the answer is wrong.
  Verdict judge(const Claim<W>& claim, std::vector<Vertex>* tree = nullptr) {
    claim_ = &claim;
    fault_.clear();
    const std::uint64_t own = slice_.vertices();
    Verdict verdict;
    look_at_entries(verdict);
    ghosts_ = fetch<W>([&](Vertex v) { return claim.distances[v]; }, verdict.traffic);
    if (claim.predecessors != nullptr)
      ghost_predecessors_ = fetch<Vertex>([&](Vertex v) { return (*claim.predecessors)[v]; }, verdict.traffic);
    supported_ = host::Bitmap(own);
    ghost_supported_ = host::Bitmap(slice_.ghosts());
    tree_ = tree;
    if (tree != nullptr) tree->assign(own, no_vertex);
    ghost_tree_.assign(tree == nullptr ? 0 : slice_.ghosts(), no_vertex);
    level_.clear();
    arena_.parallel_for(own, 4096, [&](std::uint64_t begin, std::uint64_t end) { look_at_arcs(begin, end); });
    if (is_source_here()) supported_.set(claim.source - slice_.first_vertex());
    spread(verdict.traffic);
    if (tree != nullptr && is_source_here()) (*tree)[claim.source - slice_.first_vertex()] = no_vertex;
    verdict.reason = ranks_.first_of(fault_);
    if (verdict.reason.empty()) verdict.reason = unsupported();
    verdict.right = verdict.reason.empty();
    verdict.reached = ranks_.sum(verdict.reached);
    verdict.reached_edges = ranks_.sum(verdict.reached_edges);
    verdict.distance_sum = ranks_.sum(verdict.distance_sum);
    verdict.max_distance = ranks_.max(verdict.max_distance);
    verdict.traffic.collectives += 7;
    return verdict;
  }

 private:
  struct LevelArc {
    Vertex from, to;
  };
  struct InArc {
    std::uint64_t from = 0;
    W distance = unreached<W>, weight = 0, sum = unreached<W>;
    bool exists = false;
  };
  struct Support {
    Vertex from;  // no_vertex: none
  };
  static constexpr std::size_t piece = 8192;

  std::uint64_t id_of(std::uint64_t v) const { return slice_.graph().first_id + v; }
  std::uint64_t own_id(std::uint64_t v) const { return id_of(slice_.first_vertex() + v); }
  bool is_limited() const { return claim_->limit != unreached<W>; }
  bool is_reached(W distance) const { return is_limited() ? distance <= claim_->limit : distance < unreached<W>; }
  bool is_source_here() const {
    return claim_->source >= slice_.first_vertex() && claim_->source < slice_.first_vertex() + slice_.vertices();
  }
  W distance_of(Vertex v) const {
    return v < slice_.vertices() ? claim_->distances[v] : ghosts_[v - slice_.vertices()];
  }
  std::string shown(W distance) const { return is_reached(distance) ? fmt::format("{}", distance) : "unreached"; }

  /// Keeps the one of the vertex with the smallest number. [any thread]
  void note(std::uint64_t v, std::string fault) {
    const std::lock_guard lock(mutex_);
    if (!fault_.empty() && fault_vertex_ <= v) return;
    fault_vertex_ = v;
    fault_ = std::move(fault);
  }

  void look_at_entries(Verdict& verdict) {
    for (std::uint64_t v = 0; v < slice_.vertices(); ++v) {
      const W distance = claim_->distances[v];
      if (!(distance >= 0)) note(v, fmt::format("the distance of vertex {} is {}", own_id(v), distance));
      if (!is_reached(distance)) continue;
      ++verdict.reached;
      verdict.reached_edges += slice_.end(v) - slice_.begin(v);
      verdict.distance_sum += static_cast<double>(distance);
      verdict.max_distance = std::max(verdict.max_distance, static_cast<double>(distance));
    }
    if (claim_->predecessors != nullptr && !is_limited())
      for (std::uint64_t v = 0; v < slice_.vertices(); ++v)
        if (const Vertex p = (*claim_->predecessors)[v]; p != no_vertex && !is_reached(claim_->distances[v]))
          note(v, fmt::format("the unreached vertex {} has vertex {} as its predecessor", own_id(v), id_of(p)));
    if (!is_source_here()) return;
    const std::uint64_t source = claim_->source - slice_.first_vertex();
    if (claim_->distances[source] != 0)
      note(source,
           fmt::format("the distance of the source {} is {}, not 0", own_id(source), shown(claim_->distances[source])));
    if (claim_->predecessors != nullptr && (*claim_->predecessors)[source] != no_vertex)
      note(source, fmt::format("the source {} has vertex {} as its predecessor", own_id(source),
                               id_of((*claim_->predecessors)[source])));
  }

  /// From each ghost's owner what `of` says of it there.
  template <class T, class Of>
  std::vector<T> fetch(const Of& of, Traffic& traffic) {
    std::vector<T> values(slice_.ghosts());
    std::vector<std::uint64_t> at(peers_);
    for (std::size_t r = 0; r < peers_; ++r) at[r] = slice_.first_ghost(r);
    Exchange<T>(ranks_, piece)
        .run(
            slice_.asked_sizes(), slice_.ghost_sizes(), traffic,
            [&](std::size_t r, std::uint64_t i) { return of(slice_.asked_by(r)[i]); },
            [&](std::size_t r, T value) { values[at[r]++] = value; });
    return values;
  }

  void look_at_arcs(std::uint64_t begin, std::uint64_t end) {
    std::vector<LevelArc> level;
    for (std::uint64_t u = begin; u < end; ++u) {
      const W from = claim_->distances[u];
      if (!(from >= 0) || !is_reached(from)) continue;
      for (std::uint64_t arc = slice_.begin(u); arc < slice_.end(u); ++arc) {
        const Vertex v = slice_.target(arc);
        const W to = distance_of(v), sum = saturating_add(from, slice_.weight(arc));
        if (to < sum || (is_limited() && sum > claim_->limit)) continue;
        if (to == sum && sum != unreached<W>) {
          if (!may_support(u, v)) continue;
          if (from < to)
            support(v, u);
          else
            level.push_back({static_cast<Vertex>(u), v});
          continue;
        }
        note(u, to == sum
                    ? fmt::format("the path to vertex {} and on to vertex {} is too long for {}", own_id(u),
                                  id_of(slice_.global(v)), host::name(weight_kind<W>))
                    : fmt::format("the arc from vertex {} to vertex {} of weight {} shortens a distance: {} + {} is "
                                  "below {}",
                                  own_id(u), id_of(slice_.global(v)), slice_.weight(arc), from, slice_.weight(arc),
                                  shown(to)));
      }
    }
    if (level.empty()) return;
    const std::lock_guard lock(mutex_);
    level_.insert(level_.end(), level.begin(), level.end());
  }

  bool may_support(std::uint64_t u, Vertex v) const {
    if (claim_->predecessors == nullptr) return true;
    const std::uint64_t own = slice_.vertices();
    return (v < own ? (*claim_->predecessors)[v] : ghost_predecessors_[v - own]) == slice_.first_vertex() + u;
  }

  /// [any thread]
  void support(Vertex v, std::uint64_t u) {
    const std::uint64_t own = slice_.vertices();
    if (v < own)
      supported_.set_shared(v);
    else
      ghost_supported_.set_shared(v - own);
    if (tree_ == nullptr) return;
    std::atomic_ref parent(v < own ? (*tree_)[v] : ghost_tree_[v - own]);
    const auto mine = static_cast<Vertex>(slice_.first_vertex() + u);
    Vertex before = parent.load(std::memory_order_relaxed);
    while (mine < before && !parent.compare_exchange_weak(before, mine, std::memory_order_relaxed)) {
    }
  }

  /// Bits in words, 64 ghosts each.
  static std::vector<std::uint64_t> words(std::vector<std::uint64_t> sizes) {
    for (std::uint64_t& size : sizes) size = (size + 63) / 64;
    return sizes;
  }

  /// Tells the owners which of their vertices have support here; `first`: nothing was told before.
  void tell_owners(bool first, Traffic& traffic) {
    std::vector<std::uint64_t> at(peers_);
    if (tree_ != nullptr) {  // before the marks, because only vertices without one take a later parent
      Exchange<Support>(ranks_, piece)
          .run(
              slice_.ghost_sizes(), slice_.asked_sizes(), traffic,
              [&](std::size_t r, std::uint64_t i) { return Support{ghost_tree_[slice_.first_ghost(r) + i]}; },
              [&](std::size_t r, Support support) {
                const Vertex v = slice_.asked_by(r)[at[r]++];
                if (support.from == no_vertex || (!first && supported_.has(v))) return;
                (*tree_)[v] = std::min((*tree_)[v], support.from);
              });
      std::ranges::fill(at, 0);
    }
    Exchange<std::uint64_t>(ranks_, piece)
        .run(
            words(slice_.ghost_sizes()), words(slice_.asked_sizes()), traffic,
            [&](std::size_t r, std::uint64_t i) {
              const std::uint64_t begin = slice_.first_ghost(r) + 64 * i;
              const std::uint64_t end = std::min(begin + 64, slice_.first_ghost(r + 1));
              std::uint64_t word = 0;
              for (std::uint64_t ghost = begin; ghost < end; ++ghost)
                word |= std::uint64_t{ghost_supported_.has(ghost)} << (ghost - begin);
              return word;
            },
            [&](std::size_t r, std::uint64_t word) {
              const auto vertices = slice_.asked_by(r);
              const std::uint64_t begin = 64 * at[r]++;
              for (std::uint64_t i = 0; i < 64 && begin + i < vertices.size(); ++i)
                if ((word >> i & 1) != 0) supported_.set(vertices[begin + i]);
            });
  }

  /// One exchange, and further ones as long as support moves along level arcs into another slice.
  void spread(Traffic& traffic) {
    const std::uint64_t own = slice_.vertices();
    const bool any_level = ranks_.sum(std::uint64_t{level_.size()}) != 0;
    ++traffic.collectives;
    for (bool first = true;; first = false) {
      tell_owners(first, traffic);
      if (!any_level) return;
      std::uint64_t moved = 0;  // to ghosts that had no support from here
      for (bool again = true; again;) {
        again = false;
        std::erase_if(level_, [&](const LevelArc& arc) {
          if (!supported_.has(arc.from)) return false;
          const bool is_own = arc.to < own;
          const std::uint64_t to = is_own ? arc.to : arc.to - own;
          if ((is_own ? supported_ : ghost_supported_).set(to)) return true;
          again |= is_own;
          moved += is_own ? 0 : 1;
          if (tree_ != nullptr)
            (is_own ? *tree_ : ghost_tree_)[to] = static_cast<Vertex>(slice_.first_vertex() + arc.from);
          return true;
        });
      }
      ++traffic.collectives;
      if (ranks_.sum(moved) == 0) return;
    }
  }

  /// The reached vertex with the smallest number that nothing supports, and the arc into it that comes closest; "" if there
  /// is none.
  std::string unsupported() {
    constexpr std::uint64_t none = ~std::uint64_t{0};
    std::uint64_t mine = none;
    for (std::uint64_t v = 0; v < slice_.vertices() && mine == none; ++v)
      if (is_reached(claim_->distances[v]) && !supported_.has(v)) mine = slice_.first_vertex() + v;
    const std::uint64_t vertex = ranks_.min(mine);
    if (vertex == none) return {};
    const auto owner = static_cast<int>(slice_.graph().owner(vertex));
    const std::uint64_t at = owner == ranks_.id() ? vertex - slice_.first_vertex() : 0;
    const W distance = ranks_.tell(owner == ranks_.id() ? claim_->distances[at] : W{}, owner);
    Vertex given = no_vertex;
    if (claim_->predecessors != nullptr)
      given = ranks_.tell(owner == ranks_.id() ? (*claim_->predecessors)[at] : no_vertex, owner);
    InArc best;
    for (const InArc& arc : ranks_.gather(best_into(vertex, static_cast<std::size_t>(owner), given)))
      if (arc.exists && (!best.exists || arc.sum < best.sum)) best = arc;
    const std::string arc = fmt::format("arc {} -> {} gives distance {} + weight {} = {}", id_of(best.from),
                                        id_of(vertex), best.distance, best.weight, best.sum);
    const std::string claim = fmt::format("rank {}: vertex {} has ", owner, id_of(vertex));
    if (claim_->predecessors != nullptr) {
      if (given == no_vertex) return claim + "a distance, but no predecessor";
      const std::string named = claim + fmt::format("predecessor {} and distance {}, but ", id_of(given), distance);
      if (!best.exists) return named + "no arc leads from there to it, or only from an unreached vertex";
      return named + (best.sum == distance ? "its predecessors form a cycle" : arc);
    }
    const std::string named = claim + fmt::format("distance {}, but ", distance);
    if (!best.exists) return named + "no arc leads to it from a reached vertex";
    if (best.sum == distance)
      return named + fmt::format(
                         "no path from the source is that short: {}, and vertex {} is not on a path from the "
                         "source either",
                         arc, id_of(best.from));
    return named + "its best in-" + arc;
  }

  /// Of the arcs of this slice into a vertex from reached ones, or from `given` alone.
  InArc best_into(std::uint64_t vertex, std::size_t owner, Vertex given) const {
    InArc best;
    std::uint64_t target = vertex - slice_.graph().bounds[owner];
    if (owner != static_cast<std::size_t>(ranks_.id())) {
      std::uint64_t ghost = slice_.first_ghost(owner);
      while (ghost < slice_.first_ghost(owner + 1) && slice_.at_owner(ghost) != target) ++ghost;
      if (ghost == slice_.first_ghost(owner + 1)) return best;
      target = slice_.vertices() + ghost;
    }
    for (std::uint64_t u = 0; u < slice_.vertices(); ++u) {
      if (!is_reached(claim_->distances[u]) || (given != no_vertex && slice_.first_vertex() + u != given)) continue;
      for (std::uint64_t arc = slice_.begin(u); arc < slice_.end(u); ++arc) {
        if (slice_.target(arc) != target) continue;
        const W sum = saturating_add(claim_->distances[u], slice_.weight(arc));
        if (best.exists && !(sum < best.sum)) continue;
        best = {slice_.first_vertex() + u, claim_->distances[u], slice_.weight(arc), sum, true};
      }
    }
    return best;
  }

  const Slice<W>& slice_;
  const Ranks& ranks_;
  host::Arena& arena_;
  std::size_t peers_;
  const Claim<W>* claim_ = nullptr;
  std::vector<W> ghosts_;
  std::vector<Vertex> ghost_predecessors_, ghost_tree_;
  std::vector<Vertex>* tree_ = nullptr;
  host::Bitmap supported_, ghost_supported_;
  std::vector<LevelArc> level_;
  std::mutex mutex_;  // of the members below, and of level_ while threads look at arcs
  std::string fault_;
  std::uint64_t fault_vertex_ = 0;
};

}  // namespace wayfront::ranks
