// The recursion of the paper: bounded multi-source shortest paths. Names in quotes are the paper's.
//
// A call settle(level, bound, sources) is given vertices, `sources`, through which all shortest paths go that are still
// open and shorter than `bound`. It settles all vertices below a bound of its own, which it returns: the one that it
// was given, or a smaller one if it has settled so many vertices that it stops early.
//
// Deviations, each with its reason:
// - Keys with hops (labels.hpp), for ties and zeros. All bounds are keys: a queue cannot separate equal distances.
// - Lazy deletion and blocks of about the size that they should have (partial_queue.hpp).
// - Arcs are relaxed when their vertex is settled, once, and not again on each level above. What they lead to beyond
//   the call goes up in one common list, from which each level takes what is below its bound.
// - find_pivots charges arcs as well as vertices to its limit, so that hubs do no harm in graphs whose degrees are as
//   they are. Giving up is always right: then all sources are pivots.
// - base = "raised" (ours): the lowest two levels are one search by Dijkstra with a heap from all sources until k 2^t
//   vertices are settled. Its heap holds 2^O(t) entries, so an operation costs O(t), what level 1 may spend per vertex.
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

#include "heap.hpp"
#include "labels.hpp"
#include "partial_queue.hpp"
#include "wayfront/graph.hpp"
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

/// `Probe` sees each call from inside, for tests: before(level, bound, sources, labels), take(vertex) for each that it
/// settles, and after(level, bound, what it returns, labels).
struct NoProbe {
  void before(auto&&...) {}
  void take(Vertex) {}
  void after(auto&&...) {}
};

template <WeightType W, OffsetType O, class Labels, bool counted, class Probe = NoProbe>
class Search {
 public:
  using Distance = Magnitude<W>;
  using Key = typename Labels::Key;

  Search(const CsrView<W, O>& graph, const Shape& shape, Probe probe_of_tests = {})
      : probe(std::move(probe_of_tests)),
        graph_(graph),
        shape_(shape),
        arcs_per_vertex_(8 * (1 + graph.edges / std::max<Vertex>(graph.vertices, 1))),
        roots_(graph.vertices),
        levels_(shape.levels + 1) {}

  /// Afterwards distance(v) is v's if it is below `start`, else `start`.
  Work run(Vertex source, Distance start, RunContext& context) {
    context_ = &context;
    work_ = {};
    comparisons_ = 0;
    began_ = std::chrono::steady_clock::now();
    stamp_ = 0;
    open_.clear();
    labels_.reset(graph_.vertices, source, start);
    if (start > 0) settle(shape_.levels, Labels::first_at(start), std::span(&source, 1));
    work_.own[0] = comparisons_;
    return work_;
  }
  Distance distance(Vertex v) const { return Labels::distance_of(labels_.key(v)); }

  Probe probe;

 private:
  static constexpr std::uint32_t is_settled = std::numeric_limits<std::uint32_t>::max();

  /// What a call keeps, one for each level.
  struct Level {
    PartialQueue<Key, Less<counted>> queue;  // "D"
    std::vector<Vertex> pivots;              // "P"
    std::vector<Vertex> near;                // "W", sources first
    std::vector<Key> pulled;
    std::vector<Vertex> sources;  // "Si"
    std::vector<Key> rest;        // "K"
  };

  bool less(const Key& one, const Key& other) { return Less<counted>{&comparisons_}(one, other); }
  /// Whether an entry of a queue has its vertex's present key.
  bool is_current(const Key& key) {
    if constexpr (counted) ++comparisons_;
    return key == labels_.key(Labels::vertex_of(key));
  }

  /// Algorithm 3, BMSSP. What it settles has its arcs relaxed; what these lead to from the bound on that it returns is
  /// appended to open_, and so are sources that it has not settled.
  Key settle(unsigned level, const Key& bound, std::span<const Vertex> sources) {
    probe.before(level, bound, sources, labels_);
    const Key reached = level == (shape_.raised ? 1U : 0U)
                            ? settle_nearest(bound, sources, shape_.k * shape_.room(level))
                            : settle_by_parts(level, bound, sources);
    probe.after(level, bound, reached, labels_);
    return reached;
  }

  Key settle_by_parts(unsigned level, const Key& bound, std::span<const Vertex> sources) {
    Level& at = levels_[level];
    find_pivots(at, bound, sources);
    at.queue.reset(shape_.room(level - 1), bound, Less<counted>{&comparisons_});
    for (const Vertex pivot : at.pivots) at.queue.insert(labels_.key(pivot));
    work_.pushed += at.pivots.size();

    const std::uint64_t enough = work_.settled + shape_.k * shape_.room(level);
    while (!at.queue.empty()) {
      const Key upper = pull(at);
      if (at.sources.empty()) continue;
      const std::size_t from = open_.size();
      const Work before = work_so_far();
      const Key reached = settle(level - 1, upper, at.sources);
      hand_on(at, from, reached, upper, bound);
      if (level == shape_.levels) end_round(before, upper);
      if (work_.settled >= enough && !at.queue.empty()) {
        at.queue.empty_into(open_);
        take_near(at, sources.size(), &reached);
        return reached;
      }
    }
    take_near(at, sources.size(), nullptr);
    return bound;
  }

  /// The smallest entries of a level's queue, to at.sources; returns what is above them.
  Key pull(Level& at) {
    context_->throw_if_cancelled();
    ++work_.own[1];
    const std::uint32_t stamp = ++stamp_;
    at.pulled.clear();
    const Key upper = at.queue.pull(
        [&](const Key& key) {
          std::uint32_t& mark = labels_.mark(Labels::vertex_of(key));
          const bool live = mark != is_settled && mark != stamp && is_current(key);
          if (live)
            mark = stamp;
          else
            ++work_.stale;
          return live;
        },
        [&](const Key& key) { labels_.prefetch(Labels::vertex_of(key)); }, at.pulled);
    at.sources.clear();
    for (const Key& key : at.pulled) at.sources.push_back(Labels::vertex_of(key));
    return upper;
  }

  /// Takes what the level below has left open since `from`. Keys between `reached` and `upper` come before all others;
  /// those from `bound` on stay for the level above.
  void hand_on(Level& at, std::size_t from, const Key& reached, const Key& upper, const Key& bound) {
    at.rest.clear();
    const bool partial = !(reached == upper);
    std::size_t kept = from;
    for (std::size_t i = from; i < open_.size(); ++i) {
      const Key key = open_[i];
      if (partial && less(key, upper)) {
        at.rest.push_back(key);
      } else if (less(key, bound)) {
        at.queue.insert(key);
        ++work_.pushed;
      } else {
        open_[kept++] = key;
      }
    }
    open_.resize(kept);
    work_.pushed += at.rest.size();
    at.queue.prepend(at.rest, upper);
  }

  /// Settles the vertices that find_pivots has completed: "W" below the bound that the call has reached, all of it if
  /// null.
  void take_near(Level& at, std::size_t sources, const Key* reached) {
    std::size_t taken = 0;
    for (std::size_t i = 0; i < at.near.size(); ++i) {
      const Vertex v = at.near[i];
      if (labels_.mark(v) == is_settled) continue;
      if (reached == nullptr || less(labels_.key(v), *reached)) {
        take(v);
        at.near[taken++] = v;
      } else if (i < sources) {
        open_.push_back(labels_.key(v));
      }
    }
    at.near.resize(taken);
    for (std::size_t i = 0; i < taken; ++i) {
      if (i % 4096 == 0) context_->throw_if_cancelled();
      fetch_ahead(at.near, i);
      scan(at.near[i], [&](Vertex, const Key& key) { open_.push_back(key); });
    }
  }
  void take(Vertex v) {
    labels_.mark(v) = is_settled;
    ++work_.settled;
    probe.take(v);
  }

  /// Algorithm 1, FindPivots: k rounds of Bellman-Ford from the sources. Of the sources only those whose trees have k
  /// vertices or more are pivots, a k-th of what was seen; the vertices of smaller trees are complete, or behind a
  /// pivot.
  void find_pivots(Level& at, const Key& bound, std::span<const Vertex> sources) {
    at.pivots.assign(sources.begin(), sources.end());
    at.near.assign(sources.begin(), sources.end());
    if (sources.size() == 1) return;
    const std::uint32_t stamp = ++stamp_;
    tree_sizes_.assign(sources.size(), 0);
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
      labels_.mark(sources[i]) = stamp;
      roots_[sources[i]] = i;
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
        const std::uint64_t degree = graph_.degree(u);
        if (degree > arcs) return;
        arcs -= degree;
        scan(u, [&](Vertex v, const Key& key) {
          if (!less(key, bound)) return;
          roots_[v] = roots_[u];
          next_layer_.push_back(v);
          std::uint32_t& mark = labels_.mark(v);
          if (mark != stamp) at.near.push_back(v);
          mark = stamp;
        });
        if (at.near.size() > max) return;
      }
      std::swap(layer_, next_layer_);
    }
    for (const Vertex v : at.near) ++tree_sizes_[roots_[v]];
    std::erase_if(at.pivots, [&](Vertex source) { return tree_sizes_[roots_[source]] < shape_.k; });
  }

  /// Algorithm 2, BaseCase: Dijkstra with a heap until `enough` vertices are settled. Returns the key of the next one.
  Key settle_nearest(const Key& bound, std::span<const Vertex> sources, std::uint64_t enough) {
    heap_.reset(Less<counted>{&comparisons_});
    for (std::size_t i = 0; i < sources.size(); ++i) {
      fetch_ahead(sources, i);
      heap_.push(labels_.key(sources[i]));
    }
    for (std::uint64_t settled = 0; !heap_.empty();) {
      const Key key = heap_.first();
      const Vertex u = Labels::vertex_of(key);
      const bool live = labels_.mark(u) != is_settled && is_current(key);
      if (live && settled == enough) {
        open_.insert(open_.end(), heap_.keys().begin(), heap_.keys().end());
        return key;
      }
      heap_.pop();
      if (!live) {
        ++work_.stale;
        continue;
      }
      if (!heap_.empty()) __builtin_prefetch(graph_.offsets + Labels::vertex_of(heap_.first()));
      if (++settled % 4096 == 0) context_->throw_if_cancelled();
      take(u);
      scan(u, [&](Vertex, const Key& offer) {
        if (!less(offer, bound)) {
          open_.push_back(offer);
          return;
        }
        heap_.push(offer);
        ++work_.pushed;
      });
    }
    return bound;
  }

  /// Relaxes the arcs out of u to what is not settled; calls accepted(v, key) for each that offers v what it has or
  /// less.
  template <class Accepted>
  void scan(Vertex u, Accepted&& accepted) {
    const auto tail = labels_.tail(u);
    const O end = graph_.end(u);
    O arc = graph_.begin(u);
    work_.relaxed += end - arc;
    for (Key key; arc < end; ++arc) {
      const Vertex v = graph_.targets[arc];
      if (labels_.mark(v) == is_settled) continue;
      if constexpr (counted) ++comparisons_;
      if (labels_.relax(tail, u, v, graph_.weights[arc], key, work_.improved)) accepted(v, key);
    }
  }

  /// Rows of a list are known in advance: what Dijkstra lacks.
  void fetch_ahead(std::span<const Vertex> list, std::size_t i) const {
    if (i + 16 < list.size()) __builtin_prefetch(graph_.offsets + list[i + 16]);
    if (i + 8 < list.size()) {
      const O arc = graph_.begin(list[i + 8]);
      __builtin_prefetch(graph_.targets + arc);
      __builtin_prefetch(graph_.weights + arc);
    }
    if (i + 4 < list.size()) {
      const O arc = graph_.begin(list[i + 4]);
      const O end = std::min<O>(graph_.end(list[i + 4]), arc + 8);
      for (O at = arc; at < end; ++at) labels_.prefetch(graph_.targets[at]);
    }
  }

  Work work_so_far() const {
    Work work = work_;
    work.own[0] = comparisons_;
    return work;
  }
  /// A pull of the highest level is a round.
  void end_round(const Work& before, const Key& upper) {
    ++work_.rounds;
    if (!context_->tracing()) return;
    const Work now = work_so_far();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began_;
    RoundRecord record{now.rounds, now.settled - before.settled, now.relaxed - before.relaxed,
                       now.improved - before.improved};
    const Distance limit = Labels::distance_of(upper);
    record.limit = limit == static_cast<Distance>(unreached<W>) ? std::numeric_limits<double>::infinity()
                                                                : static_cast<double>(limit);
    record.seconds = elapsed.count();
    for (std::size_t i = 0; i < 2; ++i) record.own[i] = now.own[i] - before.own[i];
    context_->trace(record);
  }

  CsrView<W, O> graph_;
  Shape shape_;
  std::uint64_t arcs_per_vertex_;  // what find_pivots may scan for each vertex that it may see
  Labels labels_;  // their marks: is_settled, or the stamp of the last pull or find_pivots that saw the vertex
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> roots_;       // of find_pivots: the number of the source whose tree has the vertex
  std::vector<std::uint64_t> tree_sizes_;  // of sources
  std::vector<Vertex> layer_, next_layer_;
  std::vector<Level> levels_;
  Heap<Key, Less<counted>> heap_;  // of the lowest level
  std::vector<Key> open_;          // of all calls, one after another: see settle()
  RunContext* context_ = nullptr;
  Work work_;
  std::uint64_t comparisons_ = 0;  // of two keys or distances, where `counted`
  std::chrono::steady_clock::time_point began_;
};

}  // namespace wayfront::bmssp
