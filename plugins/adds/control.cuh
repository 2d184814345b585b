// Which distances the buckets stand for, how many of them are open, and how both follow the load.
#pragma once

#include <cstdint>
#include <type_traits>

#include "queue.cuh"
#include "wayfront/distance.hpp"

namespace wayfront::adds {

struct DeltaTuning {
  double first;         // initial delta
  unsigned open;        // buckets from the head that items are handed out of, at most
  bool dynamic;         // whether delta and the open buckets follow the load
  unsigned low, high;   // busy workers that are aimed at
  unsigned settle;      // switches of the head bucket between two changes of delta
  double min_distance;  // delta goes no lower
  float clip_share;     // of the pushes: more in the last bucket mean that delta is too small
};

/// In the manager's shared memory; used by one thread, except `intervals`. The head bucket begins at `base`; the next
/// `cut` intervals are `delta` long, those behind them `next_delta`.
struct Window {
  double base, delta, next_delta, min_delta;
  float per_unit, next_per_unit;  // one by the two
  std::uint32_t cut;
  std::uint32_t open;
  std::uint64_t switches, changes, clipped, pushed;
  // since the last change
  std::uint64_t busy;
  std::uint32_t sweeps, recent_clipped, recent_pushed, recent_switches;

  __device__ void start(const DeltaTuning& tuning) {
    base = 0;
    delta = next_delta = tuning.first;
    min_delta = tuning.min_distance;
    per_unit = next_per_unit = static_cast<float>(1 / delta);
    cut = 0;
    open = tuning.open;
    switches = changes = clipped = pushed = 0;
    forget();
  }

  /// The head moves on by `positions` buckets.
  __device__ void advance(unsigned positions) {
    base = base_at(positions);
    cut -= min(positions, cut);
    if (cut == 0) {
      delta = next_delta;
      per_unit = next_per_unit;
    }
    switches += positions;
    recent_switches += positions;
  }

  /// As a worker with an order from the bucket at `position` sees them.
  template <WeightType W>
  __device__ Intervals intervals(unsigned position) const {
    Intervals it;
    it.base = key<W>(base_at(position));
    it.per_unit = per_unit;
    it.cut = position < cut ? cut - position : 0;
    it.cut_base = key<W>(base_at(position + it.cut));
    it.cut_per_unit = next_per_unit;
    return it;
  }

  /// The fast knob, in each sweep: more or fewer open buckets, but two of them if there are.
  __device__ void count_busy(const DeltaTuning& tuning, unsigned busy_workers) {
    busy += busy_workers;
    ++sweeps;
    if (!tuning.dynamic) return;
    if (busy_workers < tuning.low && open < tuning.open) ++open;
    if (busy_workers > tuning.high && open > 2) --open;
  }

  /// The slow one, after a switch of the head bucket. Buckets before position `occupied` may hold items: their
  /// intervals stay as they are, except for at most a quarter of all.
  __device__ void change(const DeltaTuning& tuning, unsigned occupied, unsigned buckets) {
    if (!tuning.dynamic || recent_switches < tuning.settle || cut != 0 || sweeps == 0) return;
    const float usual = static_cast<float>(busy) / static_cast<float>(sweeps);
    const bool clips = static_cast<float>(recent_clipped) > tuning.clip_share * static_cast<float>(recent_pushed);
    constexpr double max_delta = 1e30;
    if (clips) min_delta = fmin(2 * delta, max_delta);
    if ((clips || usual < static_cast<float>(tuning.low)) && delta < max_delta) {
      next_delta = 2 * delta;
    } else if (usual > static_cast<float>(tuning.high) && delta / 2 >= min_delta) {
      next_delta = delta / 2;
    } else {
      forget();
      return;
    }
    next_per_unit = static_cast<float>(1 / next_delta);
    cut = clips ? 1 : min(max(occupied, 1U), buckets / 4 + 1);
    ++changes;
    forget();
  }

 private:
  __device__ void forget() {
    busy = 0;
    sweeps = recent_clipped = recent_pushed = recent_switches = 0;
  }

  __device__ double base_at(unsigned position) const {
    const unsigned early = min(position, cut);
    return base + early * delta + (position - early) * next_delta;
  }

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
