// Whether a search from a vertex reaches enough of the graph: for sources.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/big_array.hpp"
#include "base/gather.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Breadth-first searches from one vertex after the other. A search ends as soon as it has found enough vertices, or a
/// vertex that is known to reach enough. If a search finds too few, none of the vertices that it found reaches more: no
/// search begins there.
template <class Csr>
class ReachSearch {
 public:
  /// `symmetric`: the graph has each arc in both directions. Refers to `view` and `context`.
  ReachSearch(const Csr& view, Vertex enough, bool symmetric, RunContext& context)
      : view_(view),
        enough_(enough),
        symmetric_(symmetric),
        context_(context),
        marks_(make_big_array<Mark>(view.vertices)) {
    std::fill_n(marks_.get(), view.vertices, Mark{0});
  }

  /// Whether `start` reaches enough vertices, including itself. Does not depend on the number of threads.
  bool reaches_enough(Vertex start) {
    if ((marks_[start] & (good | bad)) != 0) return (marks_[start] & good) != 0;
    met_good_ = false;
    std::vector<Vertex> found = {start};
    marks_[start] |= seen;
    std::uint64_t arcs = 0;
    for (std::size_t done = 0; done < found.size() && found.size() < enough_ && !met_good_;) {
      context_.throw_if_cancelled();
      const std::size_t end = found.size();
      for (std::size_t i = done; i < end; ++i) arcs += view_.degree(found[i]);
      const std::vector<Vertex> next = push({found.data() + done, end - done});
      found.insert(found.end(), next.begin(), next.end());
      done = end;
    }
    const bool is_good = met_good_ || found.size() >= enough_;
    if (!is_good) {
      best_ = std::max(best_, static_cast<Vertex>(found.size()));
      wasted_ += found.size() + arcs;
    }
    const Mark learnt = !is_good ? bad : symmetric_ ? good : Mark{0};
    for (const Vertex v : found) marks_[v] = static_cast<Mark>((marks_[v] & ~seen) | learnt);
    if (is_good) marks_[start] |= good;
    return is_good;
  }

  /// The largest number of vertices found by a search that did not find enough.
  Vertex best() const { return best_; }
  /// Number of vertices and arcs that all such searches visited.
  std::uint64_t wasted() const { return wasted_; }

 private:
  using Mark = std::uint8_t;
  static constexpr Mark seen = 1;  // by the current search
  static constexpr Mark good = 2, bad = 4;
  static constexpr std::size_t level_grain = std::size_t{1} << 10;

  /// The new vertices that arcs from `level` lead to.
  std::vector<Vertex> push(std::span<const Vertex> level) {
    return gather(level.size(), level_grain, context_,
                  [&](std::size_t begin, std::size_t end, std::vector<Vertex>& found) {
                    for (const Vertex u : level.subspan(begin, end - begin))
                      for (auto e = view_.begin(u); e < view_.end(u); ++e) {
                        const std::atomic_ref mark(marks_[view_.targets[e]]);
                        const Mark known = mark.load(std::memory_order_relaxed);
                        if ((known & good) != 0) met_good_.store(true, std::memory_order_relaxed);
                        if ((known & seen) == 0 && (mark.fetch_or(seen, std::memory_order_relaxed) & seen) == 0)
                          found.push_back(view_.targets[e]);
                      }
                  });
  }

  const Csr& view_;
  const Vertex enough_;
  const bool symmetric_;
  RunContext& context_;
  BigArray<Mark> marks_;
  std::atomic<bool> met_good_ = false;
  Vertex best_ = 0;
  std::uint64_t wasted_ = 0;
};

}  // namespace wayfront::host
