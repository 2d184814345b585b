// Choosing a width by trying: how far a schedule goes at once decides between wasted work and barriers, and what is best
// depends on the graph's shape and on the chip. So a plugin solves from a few sources while it prepares, which also
// loads its kernels.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "wayfront/graph.hpp"

namespace wayfront::cuda {

/// A graph of fewer arcs is not worth a trial: all widths are within some hundredths of a millisecond.
inline constexpr std::uint64_t min_trial_arcs = 1 << 18;

/// Solves of a graph whose time is taken, from the two sources of four arcs that do most.
template <class Solve>
class Trial {
 public:
  /// `solve(source)` waits for its end and returns about how much it did. The graph has arcs.
  Trial(const Graph& graph, Solve solve) : solve_(std::move(solve)) {
    std::array<std::pair<std::uint64_t, Vertex>, 4> found{};
    visit(graph.csr(), [&](const auto& view) {
      for (std::uint64_t i = 0; i < found.size(); ++i) {
        const std::uint64_t arc = (2 * i + 1) * graph.info().edges / (2 * found.size());
        const auto* const behind = std::upper_bound(view.offsets, view.offsets + view.vertices + 1, arc);
        found[i].second = static_cast<Vertex>(behind - view.offsets - 1);
      }
    });
    for (auto& [done, source] : found) done = solve_(source);
    std::ranges::sort(found, std::greater{});
    sources_ = {found[0].second, found[1].second};
    count_ = time_of(sources_[0]) > long_time ? 1 : 2;
  }

  /// The sum of the shortest times from either, or from the first alone if solves are long.
  double seconds() const {
    double sum = 0;
    for (unsigned i = 0; i < count_; ++i) sum += time_of(sources_[i]);
    return sum;
  }

 private:
  static constexpr double long_time = 3e-3;

  double time_of(Vertex source) const {
    constexpr double enough = 0.5e-3;  // seconds of short solves
    double shortest = std::numeric_limits<double>::infinity();
    for (double all = 0; all < enough;) {
      const auto begin = std::chrono::steady_clock::now();
      solve_(source);
      const double time = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      shortest = std::min(shortest, time);
      all += time;
    }
    return shortest;
  }

  Solve solve_;
  std::array<Vertex, 2> sources_{};
  unsigned count_ = 0;
};

/// The width among `usual` and its doubles and halves within [low, high] for which `seconds(width)` is smallest. Goes
/// on in either direction as long as that gains; less than 4 % is nothing, as two runs differ by that. Nor does it try
/// solves of 50 ms and more: there the plugin is the wrong one, or the graph so large that few solves are wanted.
template <class Seconds>
double best_width(double usual, double low, double high, const Seconds& seconds) {
  constexpr double gain = 0.96, too_long = 50e-3;
  double best = usual, shortest = seconds(usual);
  if (shortest > too_long) return usual;
  for (const double factor : {0.5, 2.0})
    for (double width = usual * factor; width >= low && width <= high; width *= factor) {
      const double time = seconds(width);
      if (time >= gain * shortest) break;
      best = width;
      shortest = time;
    }
  return best;
}

}  // namespace wayfront::cuda
