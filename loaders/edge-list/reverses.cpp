#include "reverses.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <mutex>
#include <vector>

namespace wayfront::edge_list {
namespace {

constexpr std::uint64_t max_pairs = std::uint64_t{1} << 14;

std::uint64_t mixed(std::uint64_t pair) {
  pair *= 0x9e37'79b9'7f4a'7c15U;
  return pair ^ (pair >> 32);
}

}  // namespace

template <WeightType W>
Directions look_at_directions(const CollectedArcs<W>& arcs, RunContext& context) {
  struct Looked {
    std::uint64_t pair;  // the smaller end, then the larger one
    bool upwards;
    auto operator<=>(const Looked&) const = default;
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

template Directions look_at_directions(const CollectedArcs<std::int32_t>&, RunContext&);
template Directions look_at_directions(const CollectedArcs<float>&, RunContext&);
template Directions look_at_directions(const CollectedArcs<std::int64_t>&, RunContext&);
template Directions look_at_directions(const CollectedArcs<double>&, RunContext&);

}  // namespace wayfront::edge_list
