// In which directions the arcs of a list go.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "vertices.hpp"
#include "wayfront/run.hpp"

namespace wayfront::edge_list {

struct Directions {
  std::size_t pairs = 0;   // number of examined pairs of two vertices, each counted once
  bool both_ways = false;  // some pair has arcs both ways
};

/// Examines some thousand pairs of vertices, or all in a small list. A hash of both ends chooses them, so that an arc
/// and its reverse are both examined. Self-loops do not count. One pass, without a copy of the arcs.
template <WeightType W>
Directions look_at_directions(const CollectedArcs<W>& arcs, RunContext& context) {
  struct Looked {
    std::uint64_t pair;  // the smaller end, then the larger one
    bool upwards;
    auto operator<=>(const Looked&) const = default;
  };
  constexpr std::uint64_t max_pairs = std::uint64_t{1} << 14;
  const auto mixed = [](std::uint64_t pair) {
    pair *= 0x9e37'79b9'7f4a'7c15U;
    return pair ^ (pair >> 32);
  };
  const std::uint64_t mask = std::bit_ceil(arcs.count / max_pairs + 1) - 1;
  std::mutex mutex;
  std::vector<Looked> all;
  context.parallel_for(arcs.blocks.size(), 16, [&](std::uint64_t begin, std::uint64_t end) {
    context.throw_if_cancelled();
    std::vector<Looked> some;
    for (std::uint64_t i = begin; i < end; ++i)
      for (const Arc<W>& arc : arcs.blocks[i]) {
        const std::uint64_t low = std::min(arc.source, arc.target), high = std::max(arc.source, arc.target);
        const std::uint64_t pair = low << 32 | high;
        if ((mixed(pair) & mask) == 0 && low != high) some.push_back({pair, arc.source == low});
      }
    const std::scoped_lock lock(mutex);
    all.insert(all.end(), some.begin(), some.end());
  });
  std::ranges::sort(all);
  Directions found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool again = i != 0 && all[i].pair == all[i - 1].pair;
    found.pairs += again ? 0 : 1;
    found.both_ways = found.both_ways || (again && all[i].upwards != all[i - 1].upwards);
  }
  return found;
}

}  // namespace wayfront::edge_list
