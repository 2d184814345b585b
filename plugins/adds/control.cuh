// Which distances the buckets stand for, and how many of them are open.
#pragma once

#include <cstdint>
#include <type_traits>

#include "queue.cuh"
#include "wayfront/distance.hpp"

namespace wayfront::adds {

struct DeltaTuning {
  double first;   // initial delta
  unsigned open;  // buckets from the head that items are handed out of, at most
  bool dynamic;
};

/// In the manager's shared memory. The head bucket begins at `base`; the next `cut` intervals are `delta` long, those
/// behind them `next_delta`.
struct Window {
  double base, delta, next_delta;
  std::uint32_t cut;
  std::uint32_t open;
  std::uint64_t switches, changes;

  __device__ void start(const DeltaTuning& tuning) {
    base = 0;
    delta = next_delta = tuning.first;
    cut = 0;
    open = tuning.open;
    switches = changes = 0;
  }

  __device__ double base_at(unsigned position) const {
    const unsigned early = min(position, cut);
    return base + early * delta + (position - early) * next_delta;
  }

  /// The head moves on by `positions` buckets.
  __device__ void advance(unsigned positions) {
    base = base_at(positions);
    cut -= min(positions, cut);
    if (cut == 0) delta = next_delta;
    switches += positions;
  }

  /// As a worker with an order from the bucket at `position` sees them.
  template <WeightType W>
  __device__ Intervals intervals(unsigned position) const {
    Intervals it{};
    it.base = key<W>(base_at(position));
    it.per_unit = static_cast<float>(1 / delta);
    it.cut = position < cut ? cut - position : 0;
    it.cut_base = key<W>(base_at(position + it.cut));
    it.cut_per_unit = static_cast<float>(1 / next_delta);
    return it;
  }

 private:
  template <WeightType W>
  __device__ static Key key(double distance) {
    if constexpr (std::is_same_v<W, float>) {
      return __float_as_int(static_cast<float>(distance));
    } else {
      return static_cast<Key>(fmin(distance, 2147483647.0));
    }
  }
};

}  // namespace wayfront::adds
