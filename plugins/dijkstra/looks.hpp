// What a search does now and then: it looks at the clock and, where rounds are traced, records what it has done since.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::dijkstra {

class Looks {
 public:
  /// `traces`: whether this search, on the thread that the host called on, is the one to trace. A round is then the
  /// scan of 1/500 of the vertices, at most 8192 entries of the queue.
  Looks(Vertex vertices, RunContext& context, bool traces)
      : context_(context),
        traces_(traces),
        entries_(traces ? std::min(max_entries, std::size_t{vertices} / rounds + 1) : max_entries) {}

  /// Entries of the queue between two looks.
  std::size_t entries() const { return entries_; }
  /// All distances below `distance` are final. Throws Cancelled.
  void take(const Work& work, double distance) {
    context_.throw_if_cancelled();
    if (traces_) trace(work, distance);
  }
  /// The search has ended.
  void end(const Work& work, double distance) {
    if (traces_) trace(work, distance);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t max_entries = 8192, rounds = 500;

  void trace(const Work& work, double distance) {
    context_.trace({.round = ++round_,
                    .active = work.settled - traced_.settled,
                    .relaxed = work.relaxed - traced_.relaxed,
                    .improved = work.improved - traced_.improved,
                    .limit = distance,
                    .seconds = std::chrono::duration<double>(Clock::now() - start_).count()});
    traced_ = work;
  }

  RunContext& context_;
  bool traces_;
  std::size_t entries_;
  std::uint64_t round_ = 0;
  Work traced_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace wayfront::dijkstra
