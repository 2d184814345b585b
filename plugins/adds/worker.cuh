// A worker block: waits for orders, relaxes the arcs of the items it is given, and pushes what improved.
#pragma once

#include <cstdint>
#include <type_traits>

#include "graph.cuh"
#include "queue.cuh"

namespace wayfront::adds {

struct WorkerTuning {
  bool push_only_if_improved;
  bool stale_filter;
};

/// Shared memory of one warp.
template <OffsetType O>
struct WarpShared {
  static constexpr unsigned room = 256;
  std::uint64_t pushes[room];  // not in the queue yet
  O begin[32];                 // of the rows that the warp spreads over its lanes: the first arc minus its position
  Key key[32];
};

struct WorkerShared {
  Mail job;
  Translations translations;
};

template <WeightType W, OffsetType O>
class Worker {
 public:
  __device__ Worker(const GraphView<W, O>& graph, const Queue& queue, Key* keys, const WorkerTuning& tuning,
                    WorkerShared& shared, WarpShared<O>& warp)
      : graph_(graph), queue_(queue), keys_(keys), tuning_(tuning), shared_(shared), warp_(warp) {}

  /// Called by all threads of the block; returns when the manager says so or the solve is stopped.
  __device__ void run() {
    Mail* const mail = queue_.mail + (blockIdx.x - 1);
    shared_.translations.clear();
    for (;;) {
      if (threadIdx.x == 0) shared_.job = wait(mail);
      __syncthreads();
      if (shared_.job.order == quit_order) break;
      work(shared_.job);
      __syncthreads();
      if (threadIdx.x == 0) store_release(&mail->order, 0);
    }
    add_totals();
  }

 private:
  /// The intervals are read before the order, all in one trip: they may be older than it.
  __device__ Mail wait(const Mail* mail) const {
    Mail seen;
    for (unsigned polls = 1;; ++polls) {
      seen.first = load_relaxed(&mail->first);
      seen.second = load_relaxed(&mail->second);
      seen.third = load_relaxed(&mail->third);
      seen.order = load_acquire(&mail->order);
      if (seen.order != 0) return seen;
      if (polls % 64 == 0 && load_relaxed(&queue_.control->stop) != running) {
        seen.order = quit_order;
        return seen;
      }
    }
  }

  __device__ void work(const Mail& job) {
    const Order order = unpack(job.order);
    bucket_ = order.bucket;
    room_ = order.room;
    intervals_ = {static_cast<Key>(job.first >> 32),  __uint_as_float(static_cast<std::uint32_t>(job.first)),
                  static_cast<Key>(job.second >> 32), __uint_as_float(static_cast<std::uint32_t>(job.second)),
                  static_cast<std::uint32_t>(job.third >> 32), 0};
    unsigned grain = static_cast<std::uint32_t>(job.third);
    const unsigned warps = blockDim.x / 32;
    if (grain == 0 || grain > 32 || grain * warps < order.count) grain = 32;  // an older one
    const unsigned first = threadIdx.x / 32 * grain;
    if (first >= order.count) return;
    const bool mine = lane_ < grain && first + lane_ < order.count;
    Row row = mine ? take(order.position + first + lane_) : Row{};
    cut(row);
    relax_rows(row);
    flush();
  }

  struct Row {
    O begin = 0;
    O degree = 0;
    Key key = 0;
    O tiles_begin = 0, tiles_end = 0;  // of a hub
  };

  __device__ Row take(std::uint64_t position) {
    Row row;
    std::uint64_t* const place = queue_.items + position;
    std::uint64_t item = load_relaxed(place);
    for (unsigned polls = 1; item == no_item; ++polls) {  // reserved, but not there yet
      if (polls % 64 == 0 && load_relaxed(&queue_.control->stop) != running) return row;
      item = load_relaxed(place);
    }
    store_relaxed(place, no_item);
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
      ++stale_;
      if (tuning_.stale_filter) return row;
      row.key = now;
    }
    if (!tile) ++settled_;
    row.begin = begin;
    row.degree = end - begin;
    if (!tile && row.degree > graph_.hub_degree) {
      row.tiles_begin = (begin + (O{1} << tile_bits) - 1) >> tile_bits;
      row.tiles_end = ((end - 1) >> tile_bits) + 1;
      row.degree = (row.tiles_begin << tile_bits) - begin;
    }
    relaxed_ += row.degree;
    return row;
  }

  /// Pushes the tiles of long rows, so that other workers share them.
  __device__ void cut(const Row& row) {
    for (unsigned hubs = __ballot_sync(full_warp, row.tiles_end != 0); hubs != 0; hubs &= hubs - 1) {
      const int owner = __ffs(static_cast<int>(hubs)) - 1;
      const O end = __shfl_sync(full_warp, row.tiles_end, owner);
      const Key key = __shfl_sync(full_warp, row.key, owner);
      for (O tile = __shfl_sync(full_warp, row.tiles_begin, owner); tile < end; tile += 32) {
        if (waiting_ > WarpShared<O>::room - 32) flush();
        const O mine = tile + lane_;
        stage(mine < end, key, graph_.vertices + static_cast<Vertex>(mine));
      }
    }
  }

  /// Rows of a warp's width or more one after the other, all others spread evenly over the lanes.
  __device__ void relax_rows(Row row) {
    for (unsigned wide = __ballot_sync(full_warp, row.degree >= 32); wide != 0; wide &= wide - 1) {
      const int owner = __ffs(static_cast<int>(wide)) - 1;
      const O begin = __shfl_sync(full_warp, row.begin, owner);
      const O degree = __shfl_sync(full_warp, row.degree, owner);
      const Key key = __shfl_sync(full_warp, row.key, owner);
      O first = lane_;
      for (; first - lane_ + 64 < degree; first += 128)
        relax<4>({first < degree, first + 32 < degree, first + 64 < degree, first + 96 < degree},
                 {begin + first, begin + first + 32, begin + first + 64, begin + first + 96}, {key, key, key, key});
      for (; first - lane_ < degree; first += 32) relax<1>({first < degree}, {begin + first}, {key});
    }
    const unsigned degree = row.degree >= 32 ? 0 : static_cast<unsigned>(row.degree);
    unsigned end = degree;  // of this row among all
    for (unsigned distance = 1; distance != 32; distance *= 2) {
      const unsigned below = __shfl_up_sync(full_warp, end, distance);
      if (lane_ >= distance) end += below;
    }
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
      if (total - first > 64) {
        spread<4>(start, degree, first, total, started);
        first += 128;
      } else if (total - first > 32) {
        spread<2>(start, degree, first, total, started);
        first += 64;
      } else {
        spread<1>(start, degree, first, total, started);
        first += 32;
      }
    }
    __syncwarp();
  }

  template <unsigned N>
  __device__ void spread(unsigned start, unsigned degree, unsigned first, unsigned total, unsigned& started) {
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
    relax<N>(valid, at, key);
  }

  __device__ static Key candidate(Key key, W weight) {
    if constexpr (std::is_same_v<W, float>) {
      return __float_as_int(__int_as_float(key) + weight);  // neither is negative
    } else {
      const std::uint32_t sum = static_cast<std::uint32_t>(key) + static_cast<std::uint32_t>(weight);
      return static_cast<Key>(min(sum, static_cast<std::uint32_t>(cuda::unreached_key<W>)));
    }
  }

  __device__ Arc<W> load_arc(O at) const {
    const auto bits = __ldg(reinterpret_cast<const uint2*>(graph_.arcs + at));
    Arc<W> arc;
    arc.target = bits.x;
    if constexpr (std::is_same_v<W, float>) {
      arc.weight = __uint_as_float(bits.y);
    } else {
      arc.weight = static_cast<W>(bits.y);
    }
    return arc;
  }

  template <unsigned N>
  __device__ void relax(const bool (&valid)[N], const O (&at)[N], const Key (&key)[N]) {
    if (waiting_ > WarpShared<O>::room - 32 * N) flush();
    Arc<W> arc[N];
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
      stage(won[i], mine[i], arc[i].target);
    }
  }

  /// All lanes; there is room for them.
  __device__ void stage(bool mine, Key key, Vertex vertex) {
    const unsigned lanes = __ballot_sync(full_warp, mine);
    if (mine) warp_.pushes[waiting_ + __popc(lanes & below_)] = make_item(key, vertex);
    waiting_ += __popc(lanes);
  }

  /// How many buckets behind the order's own a distance belongs.
  __device__ unsigned buckets_behind(Key key) const {
    const bool late = key >= intervals_.cut_base;
    const Key base = late ? intervals_.cut_base : intervals_.base;
    float behind;
    if constexpr (std::is_same_v<W, float>) {
      behind = __int_as_float(key) - __int_as_float(base);
    } else {
      behind = static_cast<float>(key - base);
    }
    behind *= late ? intervals_.cut_per_unit : intervals_.per_unit;
    if (late) behind += static_cast<float>(intervals_.cut);
    return static_cast<unsigned>(fminf(fmaxf(behind, 0.0F), static_cast<float>(room_)));
  }

  /// Writes the pushes of the warp into the queue.
  __device__ void flush() {
    __syncwarp();
    for (unsigned first = 0; first < waiting_; first += 32) {
      const bool mine = first + lane_ < waiting_;
      std::uint64_t item = 0;
      unsigned bucket = most_buckets;
      if (mine) {
        item = warp_.pushes[first + lane_];
        bucket = bucket_ + buckets_behind(static_cast<Key>(item >> 32));
        if (bucket >= queue_.buckets) bucket -= queue_.buckets;
      }
      const unsigned peers = __match_any_sync(full_warp, bucket);
      const int leader = __ffs(static_cast<int>(peers)) - 1;
      unsigned long long index = 0;
      if (mine && static_cast<int>(lane_) == leader)
        index = atomicAdd(&queue_.control->reserved[bucket].value, static_cast<unsigned long long>(__popc(peers)));
      index = __shfl_sync(full_warp, index, leader) + __popc(peers & below_);
      if (mine) {
        const std::uint64_t position = shared_.translations.position(queue_, bucket, index);
        if (position != no_item) store_relaxed(queue_.items + position, item);
      }
    }
    pushed_ += waiting_;
    waiting_ = 0;
    __syncwarp();
  }

  __device__ void add_totals() const {
    const auto add = [&](std::uint64_t mine, unsigned long long* total) {
      for (unsigned distance = 16; distance != 0; distance /= 2)
        mine += __shfl_down_sync(full_warp, static_cast<unsigned long long>(mine), distance);
      if (lane_ == 0 && mine != 0) atomicAdd(total, static_cast<unsigned long long>(mine));
    };
    Totals& totals = queue_.control->totals;
    add(settled_, &totals.settled);
    add(relaxed_, &totals.relaxed);
    add(improved_, &totals.improved);
    add(lane_ == 0 ? pushed_ : 0, &totals.pushed);
    add(stale_, &totals.stale);
  }

  const GraphView<W, O>& graph_;
  const Queue& queue_;
  Key* const keys_;
  const WorkerTuning& tuning_;
  WorkerShared& shared_;
  WarpShared<O>& warp_;
  const unsigned lane_ = threadIdx.x % 32;
  const unsigned below_ = (1U << (threadIdx.x % 32)) - 1;
  // of the order in hand
  unsigned bucket_ = 0, room_ = 0;
  Intervals intervals_{};
  unsigned waiting_ = 0;  // of the warp: in `pushes`
  std::uint64_t relaxed_ = 0;
  std::uint64_t pushed_ = 0;  // of the warp
  std::uint32_t settled_ = 0, improved_ = 0, stale_ = 0;
};

}  // namespace wayfront::adds
