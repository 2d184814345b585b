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

/// Solves of a graph whose time is taken, from the two of four vertices that reach most.
template <class Solve>
class Trial {
 public:
  /// `solve(source)` waits for its end and returns how many vertices it settled.
  Trial(std::uint64_t vertices, Solve solve) : solve_(std::move(solve)) {
    std::array<std::pair<std::uint64_t, Vertex>, 4> found{};
    for (std::uint64_t i = 0; i < found.size(); ++i) {
      const auto source = static_cast<Vertex>((2 * i + 1) * vertices / (2 * found.size()));
      found[i] = {solve_(source), source};
      if (i > 0 && found[i - 1].first > vertices / 2 && found[i].first > vertices / 2) break;
    }
    std::ranges::sort(found, std::greater{});
    sources_ = {found[0].second, found[1].second};
  }

  /// The sum of the shortest times from either; from the first alone where that is long.
  double seconds() const {
    constexpr double enough = 0.5e-3, long_time = 3e-3;
    double sum = 0;
    for (const Vertex source : sources_) {
      double shortest = std::numeric_limits<double>::infinity();
      for (double all = 0; all < enough;) {
        const auto begin = std::chrono::steady_clock::now();
        solve_(source);
        const double time = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        shortest = std::min(shortest, time);
        all += time;
      }
      if (sum == 0 && shortest > long_time) return 2 * shortest;
      sum += shortest;
    }
    return sum;
  }

 private:
  Solve solve_;
  std::array<Vertex, 2> sources_{};
};

/// The width among `usual` and its doubles and halves within [low, high] for which `seconds(width)` is smallest. Goes
/// on in either direction as long as that gains; less than 4 % is nothing, as two runs differ by that.
template <class Seconds>
double best_width(double usual, double low, double high, const Seconds& seconds) {
  constexpr double gain = 0.96;
  double best = usual, shortest = seconds(usual);
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
