// Relaxing the arcs of a warp's items.
#pragma once

#include <cstdint>
#include <type_traits>

#include "graph.cuh"
#include "pushes.cuh"
#include "queue.cuh"

namespace wayfront::adds {

/// How a block's items are split among its warps: each warp has the `grain` from `first`, and each item a few
/// lanes of its own where there are few items.
struct Part {
  unsigned first, mine, lanes;
  bool leads;

  __device__ __forceinline__ Part(unsigned count, unsigned lane) {
    const unsigned warps = blockDim.x / 32;  // a power of two
    const unsigned grain = (count + warps - 1) >> (__ffs(static_cast<int>(warps)) - 1);
    lanes = grain > 8 ? 1 : grain > 4 ? 4 : grain > 2 ? 8 : grain > 1 ? 16 : 32;
    first = threadIdx.x / 32 * grain;
    const unsigned in_warp = lane / lanes;
    mine = in_warp < grain ? first + in_warp : ~0U;
    leads = lane % lanes == 0;
  }
};

/// An item's arcs, none where it is stale.
template <OffsetType O>
struct Row {
  O begin = 0;
  O degree = 0;
  Key key = 0;
  O tiles_begin = 0, tiles_end = 0;  // of a hub
};

/// One warp's part; members are called by whole warps.
template <WeightType W, OffsetType O>
class Walk {
 public:
  __device__ Walk(const TiledView<W, O>& graph, Key* keys, const WorkerTuning& tuning, WarpShared<O>& warp)
      : graph_(graph), keys_(keys), tuning_(tuning), warp_(warp) {}

  /// The row of an item. Called by all lanes of the item, of which one counts.
  __device__ __forceinline__ Row<O> take(std::uint64_t item, bool counts) {
    Row<O> row;
    Vertex vertex = static_cast<Vertex>(item);
    row.key = static_cast<Key>(item >> 32);
    const bool tile = vertex >= graph_.vertices;
    O first = 0;
    if (tile) {
      const O number = vertex - graph_.vertices;
      first = number << tile_bits;
      vertex = graph_.owners[number];
    }
    const Key now = load_relaxed(keys_ + vertex);
    O begin = graph_.offsets[vertex];
    O end = graph_.offsets[vertex + 1];
    if (tile) {
      begin = first;
      const O tile_end = first + (O{1} << tile_bits);
      end = end < tile_end ? end : tile_end;
    }
    if (now < row.key) {
      if (counts) ++stale_;
      if (tuning_.stale_filter) return row;
      row.key = now;
    }
    row.begin = begin;
    row.degree = end - begin;
    if (!tile && row.degree > graph_.hub_degree) {
      row.tiles_begin = (begin + (O{1} << tile_bits) - 1) >> tile_bits;
      row.tiles_end = ((end - 1) >> tile_bits) + 1;
      row.degree = (row.tiles_begin << tile_bits) - begin;
    }
    if (counts) relaxed_ += row.degree;
    if (counts && !tile) ++settled_;
    return row;
  }

  /// The arcs of the rows of a warp. Each item's lanes have its row.
  __device__ __forceinline__ void relax(Pushes<W, O>& pushes, Row<O> row, const Part& part) {
    if (part.lanes > 1 && tuning_.push_only_if_improved &&
        !__any_sync(full_warp, row.degree > 4 * part.lanes || row.tiles_end != 0)) {
      O i = lane_ & (part.lanes - 1);
      do {
        relax_few(pushes, {i < row.degree, i + part.lanes < row.degree}, {row.begin + i, row.begin + i + part.lanes},
                  row.key);
        i += 2 * part.lanes;
      } while (__any_sync(full_warp, i < row.degree));
    } else {
      if (!part.leads) row = {};
      cut(pushes, row);
      relax_rows(pushes, row);
    }
    pushes.flush();
  }

  __device__ __forceinline__ std::uint64_t relaxed() const { return relaxed_; }

  /// Adds what this warp did to `totals`.
  __device__ __forceinline__ void add_to(Totals& totals, std::uint64_t pushed) const {
    const auto add = [&](std::uint64_t mine, unsigned long long* total) {
      mine = cuda::warp_sum(mine);
      if (lane_ == 0 && mine != 0) atomicAdd(total, static_cast<unsigned long long>(mine));
    };
    add(settled_, &totals.settled);
    add(relaxed_, &totals.relaxed);
    add(improved_, &totals.improved);
    add(lane_ == 0 ? pushed : 0, &totals.pushed);
    add(stale_, &totals.stale);
  }

 private:
  /// Pushes the tiles of long rows, so that other workers share them.
  __device__ __forceinline__ void cut(Pushes<W, O>& pushes, const Row<O>& row) {
    for (unsigned hubs = __ballot_sync(full_warp, row.tiles_end != 0); hubs != 0; hubs &= hubs - 1) {
      const int owner = __ffs(static_cast<int>(hubs)) - 1;
      const O end = __shfl_sync(full_warp, row.tiles_end, owner);
      const Key key = __shfl_sync(full_warp, row.key, owner);
      for (O tile = __shfl_sync(full_warp, row.tiles_begin, owner); tile < end; tile += 32) {
        pushes.make_room(32);
        const O mine = tile + lane_;
        pushes.stage(mine < end, key, graph_.vertices + static_cast<Vertex>(mine));
      }
    }
  }

  /// Rows of a warp's width or more one after the other, all others spread evenly over the lanes.
  __device__ __forceinline__ void relax_rows(Pushes<W, O>& pushes, Row<O> row) {
    for (unsigned wide = __ballot_sync(full_warp, row.degree >= 32); wide != 0; wide &= wide - 1) {
      const int owner = __ffs(static_cast<int>(wide)) - 1;
      const O begin = __shfl_sync(full_warp, row.begin, owner);
      const O degree = __shfl_sync(full_warp, row.degree, owner);
      const Key key = __shfl_sync(full_warp, row.key, owner);
      for (O first = 0; first < degree; first += 128) {
        pushes.make_room(128);
        const O i = first + lane_;
        if (degree - first > 64) {
          relax<4>(pushes, {i < degree, i + 32 < degree, i + 64 < degree, i + 96 < degree},
                   {begin + i, begin + i + 32, begin + i + 64, begin + i + 96}, {key, key, key, key});
        } else {
          relax<2>(pushes, {i < degree, i + 32 < degree}, {begin + i, begin + i + 32}, {key, key});
        }
      }
    }
    const unsigned degree = row.degree >= 32 ? 0 : static_cast<unsigned>(row.degree);
    const unsigned end = cuda::prefix_sum(degree);  // of this row among all
    const unsigned total = __shfl_sync(full_warp, end, 31);
    if (total == 0) return;
    const unsigned start = end - degree;
    const unsigned rows = __ballot_sync(full_warp, degree != 0);
    if (degree != 0) {
      const unsigned rank = __popc(rows & below_);
      warp_.begin[rank] = row.begin - start;  // may wrap around
      warp_.key[rank] = row.key;
    }
    __syncwarp();
    unsigned started = 0;  // rows before `first`
    for (unsigned first = 0; first < total;) {
      pushes.make_room(128);
      if (total - first > 64) {
        spread<4>(pushes, start, degree, first, total, started);
        first += 128;
      } else if (total - first > 32) {
        spread<2>(pushes, start, degree, first, total, started);
        first += 64;
      } else {
        spread<1>(pushes, start, degree, first, total, started);
        first += 32;
      }
    }
    __syncwarp();
  }

  template <unsigned N>
  __device__ __forceinline__ void spread(Pushes<W, O>& pushes, unsigned start, unsigned degree, unsigned first,
                                         unsigned total, unsigned& started) {
    bool valid[N];
    O at[N];
    Key key[N];
#pragma unroll
    for (unsigned i = 0; i < N; ++i) {
      const unsigned place = start - (first + 32 * i);
      const unsigned starts = __reduce_or_sync(full_warp, degree != 0 && place < 32 ? 1U << place : 0U);
      const unsigned rank = started + __popc(starts & (below_ | 1U << lane_)) - 1;
      started += __popc(starts);
      const unsigned p = first + 32 * i + lane_;
      valid[i] = p < total;
      at[i] = warp_.begin[rank] + p;
      key[i] = warp_.key[rank];
    }
    relax<N>(pushes, valid, at, key);
  }

  __device__ __forceinline__ static Key candidate(Key key, W weight) {
    if constexpr (std::is_same_v<W, float>) {
      return __float_as_int(__int_as_float(key) + weight);  // neither is negative
    } else {
      const std::uint32_t sum = static_cast<std::uint32_t>(key) + static_cast<std::uint32_t>(weight);
      return static_cast<Key>(min(sum, static_cast<std::uint32_t>(cuda::unreached_key<W>)));
    }
  }

  __device__ __forceinline__ PackedArc<W> load_arc(O at) const {
    std::uint32_t target, weight;
    asm("ld.global.nc.L2::128B.v2.u32 {%0, %1}, [%2];" : "=r"(target), "=r"(weight) : "l"(graph_.arcs + at));
    if constexpr (std::is_same_v<W, float>) {
      return {target, __uint_as_float(weight)};
    } else {
      return {target, static_cast<W>(weight)};
    }
  }

  /// A look at the distance first saves most of the atomics.
  template <unsigned N>
  __device__ __forceinline__ void relax(Pushes<W, O>& pushes, const bool (&valid)[N], const O (&at)[N],
                                        const Key (&key)[N]) {
    PackedArc<W> arc[N];
    Key now[N], mine[N];
    bool won[N];
#pragma unroll
    for (unsigned i = 0; i < N; ++i)
      if (valid[i]) arc[i] = load_arc(at[i]);
#pragma unroll
    for (unsigned i = 0; i < N; ++i) now[i] = valid[i] ? load_relaxed(keys_ + arc[i].target) : 0;
#pragma unroll
    for (unsigned i = 0; i < N; ++i) {
      mine[i] = valid[i] ? candidate(key[i], arc[i].weight) : 0;
      won[i] = mine[i] < now[i];
      if (won[i]) now[i] = atomicMin(keys_ + arc[i].target, mine[i]);
    }
#pragma unroll
    for (unsigned i = 0; i < N; ++i) {
      won[i] = won[i] && (mine[i] < now[i] || !tuning_.push_only_if_improved);
      if (won[i]) ++improved_;
      pushes.stage(won[i] && mine[i] <= tuning_.limit, mine[i], arc[i].target);
    }
  }

  /// Into the L2 cache: the row of a vertex that may be pushed now is looked up soon.
  __device__ __forceinline__ static void fetch_soon(const O* offset) {
    asm volatile("prefetch.global.L2 [%0];" : : "l"(offset));
  }

  /// Where there is little to do, trips to the L2 cache are what takes time: no look at the distance first. At most
  /// twice between two flushes.
  __device__ __forceinline__ void relax_few(Pushes<W, O>& pushes, const bool (&valid)[2], const O (&at)[2], Key key) {
    PackedArc<W> arc[2];
    Key mine[2];
    bool won[2];
#pragma unroll
    for (unsigned i = 0; i < 2; ++i)
      if (valid[i]) arc[i] = load_arc(at[i]);
#pragma unroll
    for (unsigned i = 0; i < 2; ++i)
      if (valid[i]) fetch_soon(graph_.offsets + arc[i].target);
#pragma unroll
    for (unsigned i = 0; i < 2; ++i) {
      mine[i] = valid[i] ? candidate(key, arc[i].weight) : 0;
      // No less than an unreached distance: an overflow, which is none of ours.
      won[i] = valid[i] && mine[i] < cuda::unreached_key<W>;
      if (won[i]) won[i] = mine[i] < atomicMin(keys_ + arc[i].target, mine[i]);
      if (won[i]) ++improved_;
    }
#pragma unroll
    for (unsigned i = 0; i < 2; ++i) pushes.stage(won[i] && mine[i] <= tuning_.limit, mine[i], arc[i].target);
  }

  const TiledView<W, O>& graph_;
  Key* const keys_;
  const WorkerTuning& tuning_;
  WarpShared<O>& warp_;
  const unsigned lane_ = threadIdx.x % 32;
  const unsigned below_ = (1U << (threadIdx.x % 32)) - 1;
  std::uint64_t relaxed_ = 0;
  std::uint32_t settled_ = 0, improved_ = 0, stale_ = 0;
};

}  // namespace wayfront::adds
