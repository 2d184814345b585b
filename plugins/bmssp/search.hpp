// The recursion of the paper: bounded multi-source shortest paths. Names in quotes are the paper's.
//
// A call settle(level, bound, sources) is given vertices, `sources`, through which all shortest paths go that are still open
// and shorter than `bound`. It settles all vertices below a bound of its own, which it returns: the one that it was given, or
// a smaller one if it has settled so many vertices that it stops early. What it settles is the end of one common list, so
// nothing is copied.
//
// Deviations, each with its reason:
// - Keys with hops (labels.hpp), for ties and zeros. All bounds are keys: a queue cannot separate equal distances.
// - Lazy deletion (partial_queue.hpp), in place of tables from vertices to entries.
// - find_pivots charges arcs as well as vertices to its limit, so that hubs do no harm in graphs whose degrees are as they are.
//   Giving up is always right: then all sources are pivots.
// - base = "raised" (ours): the lowest two levels are one search by Dijkstra with a heap from all sources until k 2^t vertices
//   are settled. Its heap holds 2^O(t) entries, so an operation costs O(t), what level 1 may spend per vertex.
// - The number of levels is rounded, not rounded up: a whole level is often worth more than what the bound counts.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "labels.hpp"
#include "partial_queue.hpp"
#include "rows.hpp"
#include "wayfront/run.hpp"

namespace wayfront::bmssp {

/// The constants of the paper: k = log^(1/3) n, t = log^(2/3) n, and log n / t levels.
struct Shape {
  unsigned levels = 1;
  unsigned t = 1;
  std::uint64_t k = 2;
  bool raised = false;

  /// Zeros are chosen. There are more levels than `levels` where these and `t` do not hold all vertices.
  static Shape of(std::uint64_t vertices, std::uint64_t k, unsigned t, unsigned levels, bool raised) {
    const double log = std::max(1.0, std::log2(static_cast<double>(vertices)));
    const double root = std::cbrt(log);
    if (levels == 0) levels = t != 0 ? 1 : static_cast<unsigned>(std::max(1L, std::lround(root)));
    if (t == 0) t = static_cast<unsigned>(std::ceil(log / levels));
    if (k == 0) k = std::max<std::uint64_t>(2, static_cast<std::uint64_t>(root));
    return {std::max(levels, static_cast<unsigned>(std::ceil(log / t))), t, k, raised};
  }
  /// 2^(level t), or so many that it makes no difference.
  std::uint64_t room(unsigned level) const { return std::uint64_t{1} << std::min(40U, level * t); }
};

/// `Probe` sees each call from inside, for tests: before(level, bound, sources, labels), and after(level, bound, what it
/// returns, what it settled, labels).
struct NoProbe {
  void before(auto&&...) {}
  void after(auto&&...) {}
};

template <WeightType W, class Labels, bool counted, class Probe = NoProbe>
class Search {
 public:
  using Distance = Magnitude<W>;
  using Key = typename Labels::Key;

  Search(const Rows<W>& rows, const Shape& shape, Probe probe_of_tests = {})
      : probe(std::move(probe_of_tests)),
        rows_(rows),
        shape_(shape),
        arcs_per_vertex_(8 * (1 + rows.edges / std::max<Vertex>(rows.vertices, 1))),
        marks_(rows.vertices),
        roots_(rows.vertices),
        tree_sizes_(rows.vertices),
        levels_(shape.levels + 1) {
    settled_.reserve(rows.vertices);
  }

  /// Writes the distances below `start` to `distances`, an entry for each vertex of the rows; all others become `start`.
  Work run(Vertex source, Distance* distances, Distance start, RunContext& context) {
    context_ = &context;
    work_ = {};
    comparisons_ = 0;
    began_ = std::chrono::steady_clock::now();
    std::ranges::fill(marks_, 0U);
    stamp_ = 0;
    settled_.clear();
    labels_.reset(rows_.vertices, source, distances, start);
    if (start > 0) settle(shape_.levels, Labels::first_at(start), std::span(&source, 1));
    work_.settled = settled_.size();
    work_.own[0] = comparisons_;
    return work_;
  }

  Probe probe;

 private:
  static constexpr std::uint32_t is_settled = std::numeric_limits<std::uint32_t>::max();
  using Queue = PartialQueue<Key, Less<counted>>;

  /// What a call keeps, one for each level.
  struct Level {
    Queue queue;                 // "D"
    std::vector<Vertex> pivots;  // "P"
    std::vector<Vertex> near;    // "W"
    std::vector<Key> pulled;
    std::vector<Vertex> sources;  // "Si"
    std::vector<Key> rest;        // "K"
  };

  bool less(const Key& one, const Key& other) { return Less<counted>{&comparisons_}(one, other); }

  /// Algorithm 3, BMSSP.
  Key settle(unsigned level, const Key& bound, std::span<const Vertex> sources) {
    const std::size_t begin = settled_.size();
    probe.before(level, bound, sources, labels_);
    const Key reached = level == (shape_.raised ? 1U : 0U)
                            ? settle_nearest(bound, sources, shape_.k * shape_.room(level))
                            : settle_by_parts(level, bound, sources);
    probe.after(level, bound, reached, std::span(settled_).subspan(begin), labels_);
    return reached;
  }

  Key settle_by_parts(unsigned level, const Key& bound, std::span<const Vertex> sources) {
    Level& at = levels_[level];
    find_pivots(at, bound, sources);
    at.queue.reset(shape_.room(level - 1), bound, Less<counted>{&comparisons_});
    Key last = bound;
    for (const Vertex pivot : at.pivots) {
      const Key key = labels_.key(pivot);
      at.queue.insert(key);
      if (less(key, last)) last = key;
    }
    work_.pushed += at.pivots.size();

    const std::size_t begin = settled_.size();
    const std::uint64_t enough = shape_.k * shape_.room(level);
    while (!at.queue.empty()) {
      if (settled_.size() - begin >= enough) {
        take_near(at, last);
        return last;
      }
      const Key upper = pull(at, last);
      if (at.sources.empty()) continue;
      const std::size_t from = settled_.size();
      Work before = work_;
      before.own[0] = comparisons_;
      last = settle(level - 1, upper, at.sources);
      hand_on(at, from, last, upper, bound);
      if (level == shape_.levels) end_round(before, settled_.size() - from, upper);
    }
    take_near(at, bound);
    return bound;
  }

  /// The smallest entries of a level's queue, to at.sources; returns what is above them.
  Key pull(Level& at, const Key& last) {
    context_->throw_if_cancelled();
    ++work_.own[1];
    const std::uint32_t stamp = ++stamp_;
    at.pulled.clear();
    const Key upper = at.queue.pull(
        [&](const Key& key) {
          const Vertex v = Labels::vertex_of(key);
          if (marks_[v] == is_settled || marks_[v] == stamp || !(key == labels_.key(v)) || less(key, last)) {
            ++work_.stale;
            return false;
          }
          marks_[v] = stamp;
          return true;
        },
        at.pulled);
    at.sources.clear();
    for (const Key& key : at.pulled) at.sources.push_back(Labels::vertex_of(key));
    return upper;
  }

  /// Relaxes the arcs of what the level below has settled since `from`. Keys from `upper` on are inserted; those between
  /// `reached` and `upper`, sources that are still open among them, come before all others.
  void hand_on(Level& at, std::size_t from, const Key& reached, const Key& upper, const Key& bound) {
    at.rest.clear();
    for (std::size_t i = from; i < settled_.size(); ++i) {
      if (i % 4096 == 0) context_->throw_if_cancelled();
      fetch_ahead(settled_, i);
      scan(settled_[i], [&](Vertex, const Key& key) {
        if (!less(key, upper)) {
          if (!less(key, bound)) return;
          at.queue.insert(key);
          ++work_.pushed;
        } else if (!less(key, reached)) {
          at.rest.push_back(key);
        }
      });
    }
    for (const Vertex source : at.sources) {
      if (marks_[source] == is_settled) continue;
      const Key key = labels_.key(source);
      if (!less(key, reached)) at.rest.push_back(key);
    }
    work_.pushed += at.rest.size();
    at.queue.prepend(at.rest);
  }

  /// Vertices that find_pivots has completed: "W" below the bound that the call has reached.
  void take_near(Level& at, const Key& reached) {
    for (const Vertex v : at.near)
      if (marks_[v] != is_settled && less(labels_.key(v), reached)) take(v);
  }
  void take(Vertex v) {
    marks_[v] = is_settled;
    settled_.push_back(v);
  }

  /// Algorithm 1, FindPivots: k rounds of Bellman-Ford from the sources. Of the sources only those whose trees have k vertices
  /// or more are pivots, a k-th of what was seen; the vertices of smaller trees are complete, or behind a pivot.
  void find_pivots(Level& at, const Key& bound, std::span<const Vertex> sources) {
    at.pivots.assign(sources.begin(), sources.end());
    at.near.assign(sources.begin(), sources.end());
    if (sources.size() == 1) return;
    const std::uint32_t stamp = ++stamp_;
    for (const Vertex source : sources) {
      marks_[source] = stamp;
      roots_[source] = source;
      tree_sizes_[source] = 0;
    }
    const std::uint64_t max = shape_.k * sources.size();
    std::uint64_t arcs = max * arcs_per_vertex_;
    layer_.assign(sources.begin(), sources.end());
    for (std::uint64_t round = 0; round < shape_.k && !layer_.empty(); ++round) {
      next_layer_.clear();
      for (std::size_t i = 0; i < layer_.size(); ++i) {
        if (i % 4096 == 0) context_->throw_if_cancelled();
        fetch_ahead(layer_, i);
        const Vertex u = layer_[i];
        const std::uint64_t degree = rows_.end(u) - rows_.begin(u);
        if (degree > arcs) return;
        arcs -= degree;
        scan(u, [&](Vertex v, const Key& key) {
          if (marks_[v] == is_settled || !less(key, bound)) return;
          roots_[v] = roots_[u];
          next_layer_.push_back(v);
          if (marks_[v] == stamp) return;
          marks_[v] = stamp;
          at.near.push_back(v);
        });
        if (at.near.size() > max) return;
      }
      std::swap(layer_, next_layer_);
    }
    for (const Vertex v : at.near) ++tree_sizes_[roots_[v]];
    std::erase_if(at.pivots, [&](Vertex source) { return tree_sizes_[source] < shape_.k; });
  }

  /// Algorithm 2, BaseCase: Dijkstra with a heap until `enough` vertices are settled. Returns the key of the next one.
  Key settle_nearest(const Key& bound, std::span<const Vertex> sources, std::uint64_t enough) {
    const auto greater = [this](const Key& one, const Key& other) { return less(other, one); };
    heap_.clear();
    for (const Vertex source : sources) heap_.push_back(labels_.key(source));
    std::make_heap(heap_.begin(), heap_.end(), greater);
    for (std::uint64_t settled = 0; !heap_.empty();) {
      std::pop_heap(heap_.begin(), heap_.end(), greater);
      const Key key = heap_.back();
      heap_.pop_back();
      const Vertex u = Labels::vertex_of(key);
      if (marks_[u] == is_settled || !(key == labels_.key(u))) {
        ++work_.stale;
        continue;
      }
      if (settled == enough) return key;
      if (++settled % 4096 == 0) context_->throw_if_cancelled();
      take(u);
      scan(u, [&](Vertex, const Key& offer) {
        if (!less(offer, bound)) return;
        heap_.push_back(offer);
        std::push_heap(heap_.begin(), heap_.end(), greater);
        ++work_.pushed;
      });
    }
    return bound;
  }

  /// Relaxes all arcs out of u; calls accepted(v, key) for each that offers v what it has or less.
  template <class Accepted>
  void scan(Vertex u, Accepted&& accepted) {
    const auto tail = labels_.tail(u);
    const std::uint64_t end = rows_.end(u);
    std::uint64_t arc = rows_.begin(u);
    work_.relaxed += end - arc;
    if constexpr (counted) comparisons_ += end - arc;
    for (Key key; arc < end; ++arc) {
      const Vertex v = rows_.targets[arc];
      if (labels_.relax(tail, u, v, rows_.weights[arc], key, work_.improved)) accepted(v, key);
    }
  }

  /// Rows of a list are known in advance: what Dijkstra lacks.
  void fetch_ahead(const std::vector<Vertex>& list, std::size_t i) const {
    if (i + 16 < list.size()) rows_.prefetch_offset(list[i + 16]);
    if (i + 8 < list.size()) {
      const std::uint64_t arc = rows_.begin(list[i + 8]);
      __builtin_prefetch(rows_.targets + arc);
      __builtin_prefetch(rows_.weights + arc);
    }
    if (i + 4 < list.size()) {
      const std::uint64_t arc = rows_.begin(list[i + 4]);
      const std::uint64_t end = std::min(rows_.end(list[i + 4]), arc + 8);
      for (std::uint64_t at = arc; at < end; ++at) labels_.prefetch(rows_.targets[at]);
    }
  }

  /// A pull of the highest level is a round.
  void end_round(const Work& before, std::uint64_t settled, const Key& upper) {
    ++work_.rounds;
    if (!context_->tracing()) return;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began_;
    RoundRecord record{work_.rounds, settled, work_.relaxed - before.relaxed, work_.improved - before.improved};
    const Distance limit = Labels::distance_of(upper);
    record.limit = limit == static_cast<Distance>(unreached<W>) ? std::numeric_limits<double>::infinity()
                                                                : static_cast<double>(limit);
    record.seconds = elapsed.count();
    record.own[0] = comparisons_ - before.own[0];
    record.own[1] = work_.own[1] - before.own[1];
    context_->trace(record);
  }

  Rows<W> rows_;
  Shape shape_;
  std::uint64_t arcs_per_vertex_;  // what find_pivots may scan for each vertex that it may see
  Labels labels_;
  std::vector<std::uint32_t> marks_;  // is_settled, or the stamp of the last pull or find_pivots that saw the vertex
  std::uint32_t stamp_ = 0;
  std::vector<Vertex> roots_;              // of find_pivots: the source whose tree has the vertex
  std::vector<std::uint32_t> tree_sizes_;  // of sources
  std::vector<Vertex> layer_, next_layer_;
  std::vector<Level> levels_;
  std::vector<Key> heap_;
  std::vector<Vertex> settled_;  // "U" of all calls, one after another
  RunContext* context_ = nullptr;
  Work work_;
  std::uint64_t comparisons_ = 0;  // of two keys or distances, where `counted`
  std::chrono::steady_clock::time_point began_;
};

}  // namespace wayfront::bmssp
