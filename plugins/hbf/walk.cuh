// Relaxing the arcs of a warp's vertices in one round.
#pragma once

#include <cstdint>

#include "labels.cuh"
#include "marked_graph.cuh"
#include "stage.cuh"
#include "wayfront/cuda/round_loop.cuh"

namespace wayfront::hbf {

/// A load with a cache policy; `policy` is the same for the whole grid.
template <class T>
__device__ T load(const T* address, Cache policy) {
  switch (policy) {
    case Cache::streaming:
      return __ldcs(address);
    case Cache::read_only:
      return __ldg(address);
    case Cache::bypass:
      return __ldcg(address);
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
  bool defers;
  bool direct;
  Cache frontier_cache, arc_cache;
  bool bypass;  // cache policy of the look at a distance
};

/// A vertex that a lane has taken; `degree` 0 where it has none.
template <OffsetType O>
struct Row {
  Vertex vertex = 0;
  Key key = 0;
  O begin = 0;
  O degree = 0;
};

/// One thread's part of a round. All members are called by whole warps.
template <WeightType W, OffsetType O, class Labels>
class Walk {
 public:
  /// `epoch` is different for each round; `first` says that it is the source's.
  __device__ Walk(const State<W, O, Labels>& state, std::uint32_t epoch, bool first, bool counts_pushes,
                  cuda::Tally<W>& tally, const Stage& stage)
      : state_(state),
        epoch_(epoch),
        looks_(!(first && state.skips_looks)),
        counts_pushes_(counts_pushes),
        tally_(tally),
        stage_(stage) {}

  /// The row of `vertex`, or an empty one where it is unreached or waits for the next round.
  __device__ Row<O> take(Vertex vertex) {
    Row<O> row;
    row.vertex = vertex;
    const Taken taken = state_.labels.take(vertex, epoch_);
    const O begin = load(state_.graph.offsets + vertex, state_.frontier_cache);
    const O end = load(state_.graph.offsets + vertex + 1, state_.frontier_cache);
    row.key = taken.key;
    row.begin = begin;
    if (taken.key == cuda::unreached_key<W> || (taken.waits && state_.defers)) return row;
    row.degree = end - begin;
    ++tally_.active;
    return row;
  }

  /// Each lane's row has its own virtual warp of `size` lanes; the rows are those of the first 32 / size lanes.
  __device__ void relax_virtual(const Row<O>& mine, unsigned size) {
    const unsigned owner = lane_ / size;
    const Row<O> row = from_lane(mine, owner);
    for (O i = lane_ % size; __any_sync(full_warp, i < row.degree); i += size)
      relax<1>({i < row.degree}, {row.begin + i}, {row.vertex}, {row.key});
  }

  /// All arcs of the lanes' rows, spread evenly; long rows by the whole warp, one after the other.
  __device__ void relax_scan(Row<O> mine) {
    for (unsigned wide = __ballot_sync(full_warp, mine.degree >= wide_row); wide != 0; wide &= wide - 1) {
      const Row<O> row = from_lane(mine, static_cast<unsigned>(__ffs(static_cast<int>(wide))) - 1);
      relax_row(row);
    }
    const std::uint32_t degree = mine.degree >= wide_row ? 0 : static_cast<std::uint32_t>(mine.degree);
    std::uint32_t end = degree;  // of this row among all
    for (unsigned distance = 1; distance != 32; distance *= 2) {
      const std::uint32_t below = __shfl_up_sync(full_warp, end, distance);
      if (lane_ >= distance) end += below;
    }
    const std::uint32_t total = __shfl_sync(full_warp, end, 31);
    mine.begin -= end - degree;  // so that position p of the row is arc begin + p; may wrap around
    std::uint32_t first = 0;
    for (; first + 64 < total; first += 128) relax_spread<4>(mine, end, first, total);
    for (; first < total; first += 32) relax_spread<1>(mine, end, first, total);
  }

  /// One row, which all lanes hold.
  __device__ void relax_row(const Row<O>& row) {
    O first = 0;
    for (; first + 64 < row.degree; first += 128) {
      const O i = first + lane_;
      relax<4>({i < row.degree, i + 32 < row.degree, i + 64 < row.degree, i + 96 < row.degree},
               {row.begin + i, row.begin + i + 32, row.begin + i + 64, row.begin + i + 96},
               {row.vertex, row.vertex, row.vertex, row.vertex}, {row.key, row.key, row.key, row.key});
    }
    for (; first < row.degree; first += 32)
      relax<1>({first + lane_ < row.degree}, {row.begin + first + lane_}, {row.vertex}, {row.key});
  }

  __device__ Row<O> from_lane(const Row<O>& row, unsigned lane) const {
    Row<O> theirs;
    theirs.vertex = __shfl_sync(full_warp, row.vertex, static_cast<int>(lane));
    theirs.key = __shfl_sync(full_warp, row.key, static_cast<int>(lane));
    theirs.begin = __shfl_sync(full_warp, row.begin, static_cast<int>(lane));
    theirs.degree = __shfl_sync(full_warp, row.degree, static_cast<int>(lane));
    return theirs;
  }

  /// By the whole block.
  __device__ void finish() { stage_.finish(); }

 private:
  static constexpr O wide_row = 256;

  template <int B>
  __device__ void relax_spread(const Row<O>& mine, std::uint32_t end, std::uint32_t first, std::uint32_t total) {
    bool on[B];
    O at[B];
    Vertex from[B];
    Key keys[B];
#pragma unroll
    for (int i = 0; i < B; ++i) {
      const std::uint32_t position = first + 32 * static_cast<unsigned>(i) + lane_;
      unsigned owner = 0;  // how many rows end at or before the position
#pragma unroll
      for (unsigned half = 16; half != 0; half /= 2)
        if (__shfl_sync(full_warp, end, static_cast<int>(owner + half - 1)) <= position) owner += half;
      owner = owner < 32 ? owner : 31;
      on[i] = position < total;
      at[i] = __shfl_sync(full_warp, mine.begin, static_cast<int>(owner)) + position;
      from[i] = __shfl_sync(full_warp, mine.vertex, static_cast<int>(owner));
      keys[i] = __shfl_sync(full_warp, mine.key, static_cast<int>(owner));
    }
    relax<B>(on, at, from, keys);
  }

  /// Up to B arcs of a lane: their loads go out together.
  template <int B>
  __device__ void relax(const bool (&on)[B], const O (&at)[B], const Vertex (&from)[B], const Key (&keys)[B]) {
    unsigned long long words[B];
    const auto* const arcs = reinterpret_cast<const unsigned long long*>(state_.graph.arcs);
    if (state_.arc_cache == Cache::read_only) {
#pragma unroll
      for (int i = 0; i < B; ++i)
        if (on[i]) words[i] = __ldg(arcs + at[i]);
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
      const auto target = static_cast<Vertex>(words[i]);
      const std::uint32_t found = state_.graph.arc_class(target);
      targets[i] = state_.graph.vertex(target);
      stores[i] = found == only_arc_in;
      takes[i] = (found & 1) == 0;
      candidates[i] = cuda::key_of(extend(cuda::distance_of<W>(keys[i]), weight_of(words[i])));
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
        stores[i] = false;  // it has not been seen that the distance is greater
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
          if (state_.predecessors != nullptr) state_.predecessors[targets[i]] = from[i];
        }
      }
      if (lowered.first && counts_pushes_) ++tally_.waiting;
      stage_.push(lowered.first, targets[i]);
    }
  }

  /// The upper half of an arc.
  static __device__ W weight_of(unsigned long long word) {
    if constexpr (std::is_same_v<W, float>) {
      return __uint_as_float(static_cast<unsigned>(word >> 32));
    } else {
      return static_cast<W>(word >> 32);
    }
  }

  const State<W, O, Labels>& state_;
  const std::uint32_t epoch_;
  const bool looks_, counts_pushes_;
  cuda::Tally<W>& tally_;
  Stage stage_;
  const unsigned lane_ = threadIdx.x % 32;
};

}  // namespace wayfront::hbf
