// A bound of all shortest paths by way of one vertex: no component is searched, and nothing is transposed where that is
// not needed.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <span>
#include <vector>

#include "base/big_array.hpp"
#include "base/gather.hpp"
#include "graph/bitmap.hpp"
#include "graph/csr.hpp"
#include "graph/rows_view.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// For a graph without negative weights in which int64 holds the length of every simple path. The centre is the vertex
/// with the most arcs. From each vertex that reaches it to each that it reaches there is a way through it. Any other
/// shortest path stays among vertices that do not reach the centre, or among those that it does not reach, and leaves
/// each of them at most once. The bound does not depend on the number of threads.
template <WeightType W>
class CentralBound {
 public:
  /// `symmetric`: each arc has its reverse, with the same weight. Refers to `csr` and `context`.
  CentralBound(const AnyCsr& csr, bool symmetric, RunContext& context)
      : csr_(csr),
        view_(rows_view<W>(csr)),
        symmetric_(symmetric),
        context_(context),
        from_(view_.vertices),
        to_(view_.vertices) {}

  Int128 find() {
    if (view_.vertices == 0) return 0;
    const Vertex centre = busiest();
    const std::vector<Vertex> found = search(centre, view_, from_);
    if (!symmetric_) search_back(centre, found);
    const Side& back = symmetric_ ? from_ : to_;
    const Int128 through = Int128{from_.farthest(context_)} + back.farthest(context_);
    return std::max(through, symmetric_ ? apart(from_) : std::max(apart(from_), apart(to_)));
  }

 private:
  using Way = std::int64_t;
  static constexpr Way none = std::numeric_limits<Way>::max();
  static constexpr std::uint64_t grain = std::uint64_t{1} << 12;  // vertices
  static constexpr std::size_t level_grain = std::size_t{1} << 12;

  /// The vertices on one side of the centre, and the length of a way between it and each of them.
  struct Side {
    explicit Side(Vertex vertices) : ways(make_big_array<Way>(vertices)), reached(vertices), count(vertices) {
      std::fill_n(ways.get(), vertices, none);
    }
    Way farthest(RunContext& context) const {
      std::atomic<Way> max = 0;
      context.parallel_for(count, grain, [&](std::uint64_t begin, std::uint64_t end) {
        Way part = 0;
        for (std::uint64_t v = begin; v < end; ++v)
          if (ways[v] != none) part = std::max(part, ways[v]);
        for (Way known = max; known < part && !max.compare_exchange_weak(known, part);) {
        }
      });
      return max;
    }

    BigArray<Way> ways;
    Bitmap reached;  // up to the previous level
    std::uint64_t count;
  };

  Vertex busiest() const {
    Vertex best = 0;
    std::mutex mutex;  // of best
    context_.parallel_for(view_.vertices, grain, [&](std::uint64_t begin, std::uint64_t end) {
      auto part = static_cast<Vertex>(begin);
      for (auto v = static_cast<Vertex>(begin); v < end; ++v)
        if (view_.degree(v) > view_.degree(part)) part = v;
      const std::scoped_lock lock(mutex);
      if (view_.degree(part) > view_.degree(best) || (view_.degree(part) == view_.degree(best) && part < best))
        best = part;
    });
    return best;
  }

  /// Breadth-first; a way to a vertex is the shortest that ends with an arc from the level before. Returns the vertices
  /// that it found, level by level, and notes where levels end.
  std::vector<Vertex> search(Vertex centre, const RowsView<W>& view, Side& side) {
    std::vector<Vertex> found = {centre};
    levels_ = {0};
    side.ways[centre] = 0;
    side.reached.set(centre);
    while (levels_.back() != found.size()) {
      context_.throw_if_cancelled();
      const std::span<const Vertex> level = std::span(found).subspan(levels_.back());
      levels_.push_back(found.size());
      const std::vector<Vertex> next =
          gather(level.size(), level_grain, context_, [&](std::size_t begin, std::size_t end, auto& into) {
            for (std::size_t i = begin; i < end; ++i) {
              if (i + 8 < end) __builtin_prefetch(view.targets + view.begin(level[i + 8]));
              push(level[i], view, side, into);
            }
          });
      for (const Vertex v : next) side.reached.set(v);
      found.insert(found.end(), next.begin(), next.end());
    }
    return found;
  }

  static void push(Vertex u, const RowsView<W>& view, Side& side, std::vector<Vertex>& into) {
    const Way start = side.ways[u];
    for (std::uint64_t e = view.begin(u); e < view.end(u); ++e) {
      const Vertex v = view.targets[e];
      if (side.reached.has(v)) continue;
      const Way way = start + view.weights[e];
      const std::atomic_ref shortest(side.ways[v]);
      Way known = shortest.load(std::memory_order_relaxed);
      while (way < known && !shortest.compare_exchange_weak(known, way, std::memory_order_relaxed)) {
      }
      if (known == none) into.push_back(v);
    }
  }

  /// Ways to the centre, without the arcs into each vertex if possible. In a graph in which most arcs have a reverse, an
  /// arc leads back to the level before: one pass over the levels finds it. Where few levels are left, as in random graphs,
  /// some passes over the rest find the others.
  void search_back(Vertex centre, std::span<const Vertex> found) {
    to_.ways[centre] = 0;
    to_.reached.set(centre);
    for (std::size_t i = 1; i + 1 < levels_.size(); ++i) pull(found.subspan(levels_[i], levels_[i + 1] - levels_[i]));
    std::vector<Vertex> open;
    for (Vertex v = 0; v < view_.vertices; ++v)
      if (!to_.reached.has(v) && view_.degree(v) != 0) open.push_back(v);
    // Looks at a vertex. More of them than that take longer than a transpose; where there are many levels, so do few.
    constexpr std::size_t few_levels = 64;
    std::uint64_t left = (levels_.size() <= few_levels ? 16 : 2) * std::uint64_t{view_.vertices};
    while (!open.empty() && open.size() <= left) {
      left -= open.size();
      if (pull(open) == 0) return;
      std::erase_if(open, [&](Vertex v) { return to_.reached.has(v); });
    }
    if (open.empty()) return;
    const OwnedCsc in = transpose(csr_, &context_);
    to_ = Side(view_.vertices);
    search(centre, rows_view<W>(in.view), to_);
  }

  /// Looks for an arc from each of these vertices to one that reaches the centre. How many have one.
  std::uint64_t pull(std::span<const Vertex> vertices) {
    context_.throw_if_cancelled();
    std::atomic<std::uint64_t> all = 0;
    const auto look = [&](std::uint64_t begin, std::uint64_t end) {
      std::uint64_t part = 0;
      for (std::uint64_t i = begin; i < end; ++i) {
        const Vertex u = vertices[i];
        for (std::uint64_t e = view_.begin(u); e < view_.end(u); ++e) {
          const Vertex v = view_.targets[e];
          if (!to_.reached.has(v)) continue;
          to_.ways[u] = to_.ways[v] + view_.weights[e];
          ++part;
          break;
        }
      }
      all.fetch_add(part, std::memory_order_relaxed);
    };
    if (vertices.size() <= level_grain)
      look(0, vertices.size());
    else
      context_.parallel_for(vertices.size(), level_grain, look);
    if (all != 0)
      for (const Vertex u : vertices)
        if (to_.ways[u] != none) to_.reached.set(u);
    return all;
  }

  /// The heaviest arc of each vertex that is not on this side to another such vertex, summed.
  Int128 apart(const Side& side) const {
    return sum_over(view_.vertices, grain, context_, [&](std::uint64_t begin, std::uint64_t end) -> Int128 {
      WideSum<W> sum = 0;
      for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
        if (side.reached.has(u)) continue;
        W max = 0;
        for (std::uint64_t e = view_.begin(u); e < view_.end(u); ++e)
          if (!side.reached.has(view_.targets[e])) max = std::max(max, view_.weights[e]);
        sum += max;
      }
      return sum;
    });
  }

  const AnyCsr& csr_;
  RowsView<W> view_;
  bool symmetric_;
  RunContext& context_;
  Side from_, to_;
  std::vector<std::size_t> levels_;  // where each begins
};

}  // namespace wayfront::host
