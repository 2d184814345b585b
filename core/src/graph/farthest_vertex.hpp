// Breadth-first search that ignores directions and returns the farthest vertex: for graph_statistics.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/big_array.hpp"
#include "base/gather.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Among the vertices that a search found last, the first of those with the fewest arcs, which is likely to lie at the
/// rim; and its distance in arcs.
struct Farthest {
  Vertex vertex = 0;
  Vertex distance = 0;
};

/// One search, level by level: top-down from the vertices of a level or, if these are many, bottom-up from the vertices
/// not found yet (Beamer, Asanovic and Patterson, SC 2012).
template <class Csr, class Csc>
class FarthestSearch {
 public:
  /// `in` null: the graph has each arc in both directions.
  FarthestSearch(const Csr& view, const Csc* in, RunContext& context)
      : view_(view), in_(in), context_(context), levels_(make_big_array<Vertex>(view.vertices)) {}

  Farthest from(Vertex start) {
    context_.parallel_for(view_.vertices, vertex_grain, [&](std::uint64_t begin, std::uint64_t end) {
      std::fill(levels_.get() + begin, levels_.get() + end, no_vertex);
    });
    levels_[start] = 0;
    std::vector<Vertex> level = {start};
    for (Vertex number = 0;; ++number) {
      context_.throw_if_cancelled();
      std::vector<Vertex> next = level.size() > view_.vertices / 16 ? pull(number) : push(level, number);
      if (next.empty())
        return {*std::ranges::min_element(level, {}, [this](Vertex v) { return std::pair(degree(v), v); }), number};
      level = std::move(next);
    }
  }

 private:
  static constexpr std::uint64_t vertex_grain = std::uint64_t{1} << 13;
  static constexpr std::size_t level_grain = std::size_t{1} << 10;

  std::uint64_t degree(Vertex v) const {
    return std::uint64_t{view_.degree(v)} + (in_ == nullptr ? 0 : std::uint64_t{in_->degree(v)});
  }

  std::atomic_ref<Vertex> level_of(Vertex v) { return std::atomic_ref(levels_[v]); }

  /// Calls f(neighbour) until it returns true.
  template <class F>
  void any_neighbour(Vertex v, F&& f) {
    for (auto e = view_.begin(v); e < view_.end(v); ++e)
      if (f(view_.targets[e])) return;
    if (in_ == nullptr) return;
    for (auto e = in_->begin(v); e < in_->end(v); ++e)
      if (f(in_->sources[e])) return;
  }

  std::vector<Vertex> push(const std::vector<Vertex>& level, Vertex number) {
    return gather(level.size(), level_grain, context_,
                  [&](std::size_t begin, std::size_t end, std::vector<Vertex>& found) {
                    for (std::size_t i = begin; i < end; ++i) {
                      any_neighbour(level[i], [&](Vertex v) {
                        Vertex expected = no_vertex;
                        if (level_of(v).load(std::memory_order_relaxed) == no_vertex &&
                            level_of(v).compare_exchange_strong(expected, number + 1, std::memory_order_relaxed))
                          found.push_back(v);
                        return false;
                      });
                    }
                  });
  }

  std::vector<Vertex> pull(Vertex number) {
    return gather(view_.vertices, vertex_grain, context_,
                  [&](std::size_t begin, std::size_t end, std::vector<Vertex>& found) {
                    for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
                      if (level_of(v).load(std::memory_order_relaxed) != no_vertex) continue;
                      any_neighbour(v, [&](Vertex u) {
                        if (level_of(u).load(std::memory_order_relaxed) != number) return false;
                        level_of(v).store(number + 1, std::memory_order_relaxed);
                        found.push_back(v);
                        return true;
                      });
                    }
                  });
  }

  const Csr& view_;
  const Csc* in_;
  RunContext& context_;
  BigArray<Vertex> levels_;
};

/// Does not depend on the number of threads. Throws std::bad_alloc; Cancelled.
template <class Csr, class Csc>
Farthest farthest_vertex(const Csr& view, const Csc* in, Vertex start, RunContext& context) {
  return FarthestSearch<Csr, Csc>(view, in, context).from(start);
}

}  // namespace wayfront::host
