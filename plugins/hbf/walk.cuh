// Relaxing the arcs of a warp's vertices in one round.
#pragma once

#include <cstdint>

#include "labels.cuh"
#include "marked_graph.cuh"
#include "pushes.cuh"
#include "wayfront/cuda/cached.cuh"
#include "wayfront/cuda/expand.cuh"
#include "wayfront/cuda/round_loop.cuh"

namespace wayfront::hbf {

/// A load with a cache policy; `policy` is the same for the whole grid.
template <class T>
__device__ T load(const T* address, Cache policy) {
  switch (policy) {
    case Cache::streaming:
      return cuda::ldcs(address);
    case Cache::read_only:
      return cuda::ldg(address);
    case Cache::bypass:
      return cuda::ldcg(address);
    default:
      return *address;
  }
}

/// What the rounds of a solve share, by value.
template <WeightType W, OffsetType O, class Labels>
struct State {
  MarkedView<W, O> graph;
  Labels labels;
  Vertex* predecessors;  // null unless negative cycles are possible
  bool skips_looks;      // in round 1: the class of the source's arcs
  bool source_stores;    // and their distances are stored: none of them are parallel
  bool defers;
  bool direct;
  Cache frontier_cache, arc_cache;
  bool bypass;  // cache policy of the look at a distance
};

/// A vertex that was taken.
template <class Key>
struct From {
  Vertex vertex = 0;
  Key key = 0;
};
template <class Key>
__device__ From<Key> from_lane(const From<Key>& from, unsigned lane) {
  return {cuda::from_lane(from.vertex, lane), cuda::from_lane(from.key, lane)};
}

/// The arcs out of one; `degree` 0 where there is none.
template <WeightType W, OffsetType O>
using Row = cuda::Row<O, From<cuda::KeyOf<W>>>;

/// One thread's part of a round. All members are called by whole warps. `Pushes` takes what improves.
template <WeightType W, OffsetType O, class Labels, class Pushes>
class Walk {
  using Key = cuda::KeyOf<W>;

 public:
  /// `epoch` is different for each round; `first` says that it is the source's.
  __device__ Walk(const State<W, O, Labels>& state, std::uint32_t epoch, bool first, bool counts_pushes,
                  cuda::Tally<W>& tally, const Pushes& pushes)
      : state_(state),
        epoch_(epoch),
        looks_(!(first && state.skips_looks)),
        counts_pushes_(counts_pushes),
        tally_(tally),
        pushes_(pushes) {}

  /// The row of `vertex`, or an empty one where it is unreached or waits for the next round.
  __device__ Row<W, O> take(Vertex vertex) {
    Row<W, O> row;
    row.from.vertex = vertex;
    const Taken<Key> taken = state_.labels.take(vertex, epoch_);
    const O begin = load(state_.graph.offsets + vertex, state_.frontier_cache);
    const O end = load(state_.graph.offsets + vertex + 1, state_.frontier_cache);
    row.from.key = taken.key;
    row.begin = begin;
    if (taken.key == cuda::unreached_key<W> || (taken.waits && state_.defers)) return row;
    row.degree = end - begin;
    ++tally_.active;
    return row;
  }

  /// All arcs of the lanes' rows: `scan`, or by virtual warps of `size` lanes.
  __device__ void relax_rows(const Row<W, O>& mine, bool scan, unsigned size) {
    if (scan) {
      relax_scan(mine);
    } else {
      relax_virtual(mine, size);
    }
  }

  /// By the whole block.
  __device__ void finish() { pushes_.finish(); }

  /// For cuda::expand_row() and cuda::expand_rows(): up to B arcs of a lane, whose loads go out together.
  template <int B>
  __device__ void relax(const bool (&on)[B], const O (&at)[B], const From<Key> (&from)[B]) {
    ArcWordOf<W> words[B];
    const ArcWordOf<W>* const arcs = state_.graph.words();
    if (state_.arc_cache == Cache::read_only) {
#pragma unroll
      for (int i = 0; i < B; ++i)
        if (on[i]) words[i] = cuda::ldg(arcs + at[i]);
    } else {
#pragma unroll
      for (int i = 0; i < B; ++i)
        if (on[i]) words[i] = load(arcs + at[i], state_.arc_cache);
    }
    Vertex targets[B];
    Key candidates[B];
    bool takes[B], stores[B];
#pragma unroll
    for (int i = 0; i < B; ++i) {
      takes[i] = stores[i] = false;
      if (!on[i]) continue;
      const Vertex target = target_of(words[i]);
      const std::uint32_t found = state_.graph.arc_class(target);
      targets[i] = state_.graph.unmarked(target);
      stores[i] = found == only_arc_in;
      takes[i] = (found & 1) == 0;
      candidates[i] = cuda::key_of(saturating_add(cuda::distance_of<W>(from[i].key), weight_of<W>(words[i])));
      tally_.relaxed += takes[i] ? 1 : 0;
    }
    if (looks_) {
      Key seen[B];
#pragma unroll
      for (int i = 0; i < B; ++i)
        if (takes[i]) seen[i] = state_.labels.look(targets[i], state_.bypass);
#pragma unroll
      for (int i = 0; i < B; ++i) takes[i] = takes[i] && candidates[i] < seen[i];
    } else {
#pragma unroll
      for (int i = 0; i < B; ++i) {
        takes[i] = takes[i] && candidates[i] < cuda::unreached_key<W>;
        // It has not been seen that the distance is greater, but all are unreached: the source's own is not.
        stores[i] = state_.source_stores && targets[i] != from[i].vertex;
      }
    }
#pragma unroll
    for (int i = 0; i < B; ++i) {
      Lowered lowered{false, false};
      if (takes[i]) {
        lowered = stores[i] ? state_.labels.store(targets[i], candidates[i], epoch_)
                            : state_.labels.lower(targets[i], candidates[i], epoch_);
        if (lowered.improved) {
          ++tally_.improved;
          if (state_.predecessors != nullptr) state_.predecessors[targets[i]] = from[i].vertex;
        }
      }
      if (lowered.first && counts_pushes_) ++tally_.waiting;
      pushes_.push(lowered.first, targets[i]);
    }
  }

 private:
  static constexpr O wide_row = 256;

  /// Each lane's row has its own virtual warp of `size` lanes; the rows are those of the first 32 / size lanes.
  __device__ void relax_virtual(const Row<W, O>& mine, unsigned size) {
    const unsigned owner = lane_ / size;
    const Row<W, O> row = cuda::from_lane(mine, owner);
    for (O i = lane_ % size; __any_sync(full_warp, i < row.degree); i += size)
      relax<1>({i < row.degree}, {row.begin + i}, {row.from});
  }

  /// All arcs of the lanes' rows, spread evenly; long rows by the whole warp, one after the other.
  __device__ void relax_scan(Row<W, O> mine) {
    for (unsigned wide = __ballot_sync(full_warp, mine.degree >= wide_row); wide != 0; wide &= wide - 1) {
      const Row<W, O> row = cuda::from_lane(mine, static_cast<unsigned>(__ffs(static_cast<int>(wide))) - 1);
      cuda::expand_row(row, *this);
    }
    if (mine.degree >= wide_row) mine.degree = 0;
    cuda::expand_rows(mine, *this);
  }

  const State<W, O, Labels>& state_;
  const std::uint32_t epoch_;
  const bool looks_, counts_pushes_;
  cuda::Tally<W>& tally_;
  Pushes pushes_;
  const unsigned lane_ = threadIdx.x % 32;
};

}  // namespace wayfront::hbf
