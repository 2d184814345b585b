// Relaxing the arcs of the vertices that a warp has taken.
#pragma once

#include <cstdint>
#include <type_traits>

#include "packed_graph.cuh"
#include "pushes.cuh"
#include "wayfront/cuda/expand.cuh"
#include "wayfront/cuda/round_loop.cuh"

namespace wayfront::near_far {

/// What the rounds of a solve share, by value.
template <WeightType W, OffsetType O>
struct State {
  using Key = cuda::KeyOf<W>;
  HeadedView<W, O> graph;
  Key* distances;
  Key* taken;  // distance at which each vertex was taken last: Duplicates::lookup alone
  Duplicates duplicates;
  bool recheck;
  bool ahead;
  typename HubQueue<Key>::Ref hubs;
};

/// The arcs out of a vertex that was taken, and its distance; `degree` 0 where there is none.
template <WeightType W, OffsetType O>
using Row = cuda::Row<O, cuda::KeyOf<W>>;

/// One thread's part of a round. All members are called by whole warps.
template <WeightType W, OffsetType O>
class Walk {
  using Key = cuda::KeyOf<W>;
  using Entry = near_far::Entry<Key>;
  using ArcWord = ArcWordOf<W>;
  using HubTile = near_far::HubTile<Key>;
  using Hubs = typename HubQueue<Key>::Ref;

 public:
  /// `looks`: each distance is read before its atomic, which saves most atomics, but makes a hop longer.
  __device__ Walk(const State<W, O>& state, std::uint64_t round, bool looks, cuda::Tally<W>& tally, Pushes<Key>& pushes)
      : state_(state), round_(round), looks_(looks), tally_(tally), pushes_(pushes) {}

  /// An entry of the far pile goes to one of the piles, or nowhere.
  __device__ void sort(bool has, Entry entry) {
    const Vertex v = vertex_of(entry);
    Key key = key_of(entry);
    if (has) {
      const Key current = __ldcg(state_.distances + v);
      if (state_.duplicates == Duplicates::distance) {
        has = current == key;
      } else if (state_.duplicates == Duplicates::lookup) {
        has = current < __ldcg(state_.taken + v);
      }
      key = current;
    }
    pushes_.push(has, v, key);
  }

  /// Entries, each held by as many lanes as a head has slots. `any`: whatever their distances are, those beyond the
  /// limit become far. `own`: their distances are not compared.
  template <unsigned Slots>
  __device__ void relax_heads(bool has, Entry entry, bool any, Key limit, bool own) {
    const Vertex v = vertex_of(entry);
    const unsigned slot = lane_ % Slots;
    Key key = key_of(entry);
    ArcWord arc = no_arc<W>();
    if (has) {
      arc = cuda::ldg(state_.graph.heads + std::uint64_t{Slots} * v + slot);
      if (!own) has = holds(v, key, any, slot == 0);
    }
    if (state_.duplicates == Duplicates::lookup && !any && !own) {  // only the first lane of an entry knows
      has = __shfl_sync(full_warp, static_cast<int>(has), static_cast<int>(lane_ - slot)) != 0;
    }
    if (any) {
      const bool far = has && key > limit;
      pushes_.push(far && slot == 0, v, key);
      if (far) has = false;
    }
    if (has && slot == 0) ++tally_.active;
    unsigned longer = __ballot_sync(full_warp, has && says_more_arcs(arc));
    relax_slot<Slots>(has && target_of(arc) != no_vertex, arc, key);
    for (; longer != 0; longer &= longer - 1) {
      const int owner = __ffs(static_cast<int>(longer)) - 1;
      const Vertex vertex = __shfl_sync(full_warp, v, owner);
      Row<W, O> row;
      row.from = __shfl_sync(full_warp, key, owner);
      row.begin = __ldg(state_.graph.offsets + vertex);
      row.degree = __ldg(state_.graph.offsets + vertex + 1) - row.begin;
      if (hand_over(vertex, row)) continue;
      row.begin += Slots - 1;
      row.degree -= Slots - 1;
      cuda::expand_row(row, *this);
    }
  }

  /// The arcs of up to 32 entries, one per lane, spread evenly; long rows by the whole warp, one after the other.
  __device__ void relax_scan(bool has, Entry entry, bool any, Key limit) {
    const Vertex vertex = vertex_of(entry);
    Row<W, O> mine;
    mine.from = key_of(entry);
    if (has) {
      mine.begin = __ldg(state_.graph.offsets + vertex);
      const O end = __ldg(state_.graph.offsets + vertex + 1);
      has = holds(vertex, mine.from, any, true);
      mine.degree = has ? end - mine.begin : 0;
    }
    if (any) {
      const bool far = has && mine.from > limit;
      pushes_.push(far, vertex, mine.from);
      if (far) {
        has = false;
        mine.degree = 0;
      }
    }
    if (has) ++tally_.active;
    const bool is_wide = mine.degree >= wide_row || state_.hubs.is_hub(mine.degree);
    for (unsigned wide = __ballot_sync(full_warp, is_wide); wide != 0; wide &= wide - 1) {
      const unsigned owner = static_cast<unsigned>(__ffs(static_cast<int>(wide))) - 1;
      const Vertex wide_vertex = cuda::from_lane(vertex, owner);
      const Row<W, O> row = cuda::from_lane(mine, owner);
      if (!hand_over(wide_vertex, row)) cuda::expand_row(row, *this);
    }
    if (is_wide) mine.degree = 0;
    cuda::expand_rows(mine, *this);
  }

  /// A part of a hub's row, if its distance still holds.
  __device__ void relax_tile(const HubTile& tile) {
    if (tile.vertex == no_vertex || __ldcg(state_.distances + tile.vertex) != tile.key) return;
    const O begin = __ldg(state_.graph.offsets + tile.vertex);
    const Row<W, O> row{tile.key, begin, __ldg(state_.graph.offsets + tile.vertex + 1) - begin};
    cuda::expand_row(Hubs::part_of(row, tile.part), *this);
  }

  /// For cuda::expand_row() and cuda::expand_rows(): up to B arcs of a lane, whose loads go out together.
  template <int B>
  __device__ void relax(const bool (&on)[B], const O (&at)[B], const Key (&keys)[B]) {
    ArcWord arcs[B];
#pragma unroll
    for (int i = 0; i < B; ++i) arcs[i] = on[i] ? cuda::ldg(state_.graph.words() + at[i]) : no_arc<W>();
    Key candidates[B], seen[B];
    bool lower[B];
#pragma unroll
    for (int i = 0; i < B; ++i) {
      lower[i] = on[i];
      candidates[i] = distance_behind<W>(keys[i], arcs[i]);
      seen[i] = 0;
      if (!on[i]) continue;
      ++tally_.relaxed;
      seen[i] = __ldcg(state_.distances + target_of(arcs[i]));
    }
#pragma unroll
    for (int i = 0; i < B; ++i) {
      lower[i] = lower[i] && candidates[i] < seen[i];
      if (lower[i]) seen[i] = atomicMin(state_.distances + target_of(arcs[i]), candidates[i]);
    }
#pragma unroll
    for (int i = 0; i < B; ++i) {
      lower[i] = lower[i] && candidates[i] < seen[i];
      if (lower[i]) ++tally_.improved;
      pushes_.push(lower[i], target_of(arcs[i]), candidates[i]);
    }
  }

 private:
  static constexpr O wide_row = 256;

  /// Whether an entry is taken, and at which distance. `any`: an entry without a distance, taken where it is reached.
  /// With a lookup table only the lane that `decides` knows the answer.
  __device__ bool holds(Vertex v, Key& key, bool any, bool decides) const {
    const Key current = __ldcg(state_.distances + v);
    const bool same = current == key;
    if (any || state_.duplicates != Duplicates::distance) key = current;
    if (any) return current < cuda::unreached_key<W>;
    if (state_.duplicates == Duplicates::lookup) return decides && current < atomicMin(state_.taken + v, current);
    return same || state_.duplicates == Duplicates::keep;
  }

  /// Queues the row of `vertex`, which all lanes hold, if it is a hub's. False where it is not, or does not fit.
  __device__ bool hand_over(Vertex vertex, const Row<W, O>& row) const {
    const Hubs& hubs = state_.hubs;
    if (!hubs.is_hub(row.degree)) return false;
    return hubs.push(static_cast<std::uint32_t>(hubs.parts(row.degree)), round_,
                     [vertex, key = row.from](HubTile* place, std::uint32_t part, bool fits) {
                       cuda::stcg(place, HubTile{fits ? vertex : no_vertex, part, key});
                     });
  }

  template <unsigned Slots>
  __device__ void relax_slot(bool on, ArcWord arc, Key key) {
    const auto target = target_of(arc);
    const Key candidate = distance_behind<W>(key, arc);
    if (on) {
      ++tally_.relaxed;
      if (state_.ahead)  // where the target is near, it is taken in the next hop
        asm volatile("prefetch.global.L2 [%0];" ::"l"(state_.graph.heads + std::uint64_t{Slots} * target));
      if (looks_) on = candidate < __ldcg(state_.distances + target);
      if (on) on = candidate < atomicMin(state_.distances + target, candidate);
      if (on) ++tally_.improved;
    }
    pushes_.push(on, target, candidate);
  }

  const State<W, O>& state_;
  const std::uint64_t round_;
  const bool looks_;
  cuda::Tally<W>& tally_;
  Pushes<Key>& pushes_;
  const unsigned lane_ = threadIdx.x % 32;
};

}  // namespace wayfront::near_far
