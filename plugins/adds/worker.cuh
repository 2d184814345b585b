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
  bool traced;
  unsigned local_hops;   // times that a block goes on with what it pushed itself, per order
  unsigned local_items;  // at most so many of them each time
};

/// Shared memory of one warp.
template <OffsetType O>
struct WarpShared {
  static constexpr unsigned room = 256;
  std::uint64_t pushes[room];  // not in the queue yet
  O begin[32];                 // of the rows that the warp spreads over its lanes: the first arc minus its position
  Key key[32];
};

/// What a block pushed into its order's bucket, to go on with: two lists that take turns.
struct LocalItems {
  static constexpr unsigned room = 1024;
  std::uint64_t items[2][room];
  std::uint32_t count[3];  // of this hop, the next, and one that is cleared
};

struct WorkerShared {
  Mail job;
  Translations translations;
  LocalItems local;
#ifdef ADDS_PROFILE
  unsigned long long clocks[8];
#endif
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
    if (threadIdx.x < 3) shared_.local.count[threadIdx.x] = 0;
#ifdef ADDS_PROFILE
    long long c0 = clock64(), c1, c2, c3;
    unsigned long long k[8] = {};
#endif
    for (;;) {
      if (threadIdx.x == 0) shared_.job = wait(mail);
      __syncthreads();
#ifdef ADDS_PROFILE
      c1 = clock64();
      k[0] += c1 - c0;
#endif
      if (shared_.job.order == quit_order) break;
      begin(shared_.job);
      work();
      __syncthreads();
#ifdef ADDS_PROFILE
      c2 = clock64();
      k[1] += c2 - c1;
      ++k[4];
#endif
      go_on();
      if (tuning_.traced) tell_relaxed();
#ifdef ADDS_PROFILE
      c3 = clock64();
      k[2] += c3 - c2;
      k[5] += hops_;
      hops_ = 0;
#endif
      if (threadIdx.x == 0) store_release(&mail->order, 0);
#ifdef ADDS_PROFILE
      c0 = clock64();
      k[3] += c0 - c3;
#endif
    }
#ifdef ADDS_PROFILE
    if (threadIdx.x == 0)
      for (int i = 0; i < 8; ++i) atomicAdd(&queue_.control->clocks[i], k[i]);
#endif
    add_totals();
  }

 private:
  /// The intervals are read before the order, all in one trip: they may be older than it.
  __device__ Mail wait(const Mail* mail) {
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
      // Long before an index of a bucket comes round again.
      if (polls == 1U << 16) shared_.translations.forget();
    }
  }

  __device__ void begin(const Mail& job) {
    order_ = unpack(job.order);
    intervals_ = {static_cast<Key>(job.first >> 32), __uint_as_float(static_cast<std::uint32_t>(job.first)),
                  static_cast<Key>(job.second >> 32), __uint_as_float(static_cast<std::uint32_t>(job.second)),
                  static_cast<std::uint32_t>(job.third >> 32)};
    hops_left_ = tuning_.local_hops;
  }

  /// The order's own items.
  __device__ void work() {
    const Part part(order_.count, lane_);
    if (part.first >= order_.count) return;
    const bool mine = part.mine < order_.count;
    std::uint64_t item = no_item;
    if (mine && part.leads) {
      std::uint64_t* const place = queue_.items + order_.position + part.mine;
      item = load_relaxed(place);
      for (unsigned polls = 1; item == no_item; ++polls) {  // reserved, but not there yet
        if (polls % 64 == 0 && load_relaxed(&queue_.control->stop) != running) break;
        item = load_relaxed(place);
      }
      if (queue_.written == nullptr) store_relaxed(place, no_item);
    }
    __syncwarp();
    item = __shfl_sync(full_warp, item, static_cast<int>(lane_ & ~(part.lanes - 1)));
    relax(mine && item != no_item ? take(item, part.leads) : Row{}, part);
  }

  /// What they led to in the same bucket, and so on.
  __device__ void go_on() {
    LocalItems& local = shared_.local;
    while (hops_left_ != 0) {
      --hops_left_;
      const unsigned count = min(local.count[turn_ % 3], tuning_.local_items);
      if (count == 0) break;
#ifdef ADDS_PROFILE
      ++hops_;
#endif
      const std::uint64_t* const items = local.items[turn_ % 2];
      ++turn_;
      if (threadIdx.x == 0) local.count[(turn_ + 1) % 3] = 0;
      const Part part(count, lane_);
      if (part.first < count) {
        relax(part.mine < count ? take(items[part.mine], part.leads) : Row{}, part);
      } else {
        finish_pushes();
      }
      __syncthreads();
    }
    finish_pushes();
    __syncthreads();
  }

  /// How a block's items are dealt out to its warps: each warp has the `grain` from `first`, and each item a few
  /// lanes of its own where there are few items.
  struct Part {
    unsigned first, mine, lanes;
    bool leads;

    __device__ Part(unsigned count, unsigned lane) {
      const unsigned warps = blockDim.x / 32;  // a power of two
      const unsigned grain = (count + warps - 1) >> (__ffs(static_cast<int>(warps)) - 1);
      lanes = grain > 8 ? 1 : grain > 4 ? 4 : grain > 2 ? 8 : grain > 1 ? 16 : 32;
      first = threadIdx.x / 32 * grain;
      const unsigned in_warp = lane / lanes;
      mine = in_warp < grain ? first + in_warp : ~0U;
      leads = lane % lanes == 0;
    }
  };

  struct Row {
    O begin = 0;
    O degree = 0;
    Key key = 0;
    O tiles_begin = 0, tiles_end = 0;  // of a hub
  };

  /// Called by all lanes of an item, of which one counts.
  __device__ Row take(std::uint64_t item, bool counts) {
    Row row;
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
    if (!tile && counts) ++settled_;
    row.begin = begin;
    row.degree = end - begin;
    if (!tile && row.degree > graph_.hub_degree) {
      row.tiles_begin = (begin + (O{1} << tile_bits) - 1) >> tile_bits;
      row.tiles_end = ((end - 1) >> tile_bits) + 1;
      row.degree = (row.tiles_begin << tile_bits) - begin;
    }
    if (counts) relaxed_ += row.degree;
    return row;
  }

  /// The arcs of the rows of a warp.
  __device__ void relax(Row row, const Part& part) {
    if (part.lanes > 1 && tuning_.push_only_if_improved &&
        !__any_sync(full_warp, row.degree > 4 * part.lanes || row.tiles_end != 0)) {
      O i = lane_ & (part.lanes - 1);
      do {
        relax<2, false>({i < row.degree, i + part.lanes < row.degree}, {row.begin + i, row.begin + i + part.lanes},
                        {row.key, row.key});
        i += 2 * part.lanes;
      } while (__any_sync(full_warp, i < row.degree));
    } else {
      if (!part.leads) row = {};
      cut(row);
      relax_rows(row);
    }
    flush();
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
    std::uint32_t target, weight;
    asm("ld.global.nc.L2::128B.v2.u32 {%0, %1}, [%2];" : "=r"(target), "=r"(weight) : "l"(graph_.arcs + at));
    if constexpr (std::is_same_v<W, float>) {
      return {target, __uint_as_float(weight)};
    } else {
      return {target, static_cast<W>(weight)};
    }
  }

  /// Into the L2 cache: the row of a vertex that may be pushed now is looked up soon.
  __device__ static void fetch_soon(const O* offset) { asm volatile("prefetch.global.L2 [%0];" : : "l"(offset)); }

  /// A look at the distance first saves most of the atomics, but costs a trip to the L2 cache.
  template <unsigned N, bool Looks = true>
  __device__ void relax(const bool (&valid)[N], const O (&at)[N], const Key (&key)[N]) {
    if (waiting_ > WarpShared<O>::room - 32 * N) flush();
    Arc<W> arc[N];
    Key now[N], mine[N];
    bool won[N];
#pragma unroll
    for (unsigned i = 0; i < N; ++i)
      if (valid[i]) arc[i] = load_arc(at[i]);
#pragma unroll
    for (unsigned i = 0; i < N; ++i) {
      now[i] = valid[i] ? cuda::unreached_key<W> : 0;
      if (Looks && valid[i]) now[i] = load_relaxed(keys_ + arc[i].target);
      if (!Looks && valid[i]) fetch_soon(graph_.offsets + arc[i].target);
    }
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
    return static_cast<unsigned>(fminf(fmaxf(behind, 0.0F), static_cast<float>(order_.room)));
  }

  /// Writes the pushes of the warp into the queue.
  __device__ void flush() {
    finish_pushes();
    __syncwarp();
    for (unsigned first = 0; first < waiting_; first += 32) {
      bool mine = first + lane_ < waiting_;
      std::uint64_t item = 0;
      unsigned behind = 0;
      if (mine) {
        item = warp_.pushes[first + lane_];
        behind = buckets_behind(static_cast<Key>(item >> 32));
      }
      if (hops_left_ != 0) mine = keep(mine && behind == 0, item) ? false : mine;
      if (!__any_sync(full_warp, mine)) continue;
      unsigned bucket = most_buckets;
      if (mine) {
        bucket = order_.bucket + behind;
        if (bucket >= queue_.buckets) bucket -= queue_.buckets;
      }
      const unsigned peers = __match_any_sync(full_warp, bucket);
      const int leader = __ffs(static_cast<int>(peers)) - 1;
      if (first != 0) finish_pushes();
      pending_.mine = mine;
      if (!mine) continue;
      pending_.item = item;
      pending_.bucket = bucket;
      pending_.leader = leader;
      pending_.rank = static_cast<unsigned>(__popc(peers & below_));
      if (pending_.rank == 0)
        pending_.index = atomicAdd(&queue_.control->reserved[bucket].value, static_cast<unsigned>(__popc(peers)));
    }
    pushed_ += waiting_;
    waiting_ = 0;
    __syncwarp();
  }

  /// Stores the items whose indices were asked for last: the answer takes a while, in which the next hop begins.
  __device__ void finish_pushes() {
    if (!__any_sync(full_warp, pending_.mine)) return;
    const unsigned index = __shfl_sync(full_warp, pending_.index, pending_.leader) + pending_.rank;
    std::uint32_t position = nowhere;
    if (pending_.mine) position = shared_.translations.position(queue_, pending_.bucket, index);
    if (position != nowhere) store_relaxed(queue_.items + position, pending_.item);
    if (queue_.written != nullptr) count_written(position);
    pending_.mine = false;
  }

  /// Puts the items of the lanes that have one into the block's own list. Returns whether there was room for this one.
  __device__ bool keep(bool mine, std::uint64_t item) {
    const unsigned lanes = __ballot_sync(full_warp, mine);
    if (lanes == 0) return false;
    const int leader = __ffs(static_cast<int>(lanes)) - 1;
    unsigned at = 0;
    if (static_cast<int>(lane_) == leader)
      at = atomicAdd(&shared_.local.count[turn_ % 3], static_cast<unsigned>(__popc(lanes)));
    at = __shfl_sync(full_warp, at, leader) + __popc(lanes & below_);
    const bool kept = mine && at < tuning_.local_items;
    if (kept) shared_.local.items[turn_ % 2][at] = item;
    return kept;
  }

  /// What this warp relaxed since the last time, for the trace.
  __device__ void tell_relaxed() {
    const auto more = __reduce_add_sync(full_warp, static_cast<unsigned>(relaxed_ - told_));
    told_ = relaxed_;
    if (lane_ == 0 && more != 0) atomicAdd(&queue_.control->relaxed_so_far, static_cast<unsigned long long>(more));
  }

  /// Of all lanes that stored an item: so many more are there in its segment.
  __device__ void count_written(std::uint32_t position) const {
    const std::uint32_t segment = position == nowhere ? nowhere : position >> queue_.segment_bits;
    const unsigned peers = __match_any_sync(full_warp, segment);
    if (segment == nowhere || __ffs(static_cast<int>(peers)) - 1 != static_cast<int>(lane_)) return;
    fence();
    atomicAdd(queue_.written + segment, static_cast<unsigned>(__popc(peers)));
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
  Order order_{};
  Intervals intervals_{};
  struct {
    std::uint64_t item;
    unsigned bucket, index, rank;
    int leader;
    bool mine;
  } pending_{};
  unsigned hops_left_ = 0;
  unsigned turn_ = 0;     // of the lists of local items: the one that is written
  unsigned waiting_ = 0;  // of the warp: in `pushes`
  std::uint64_t relaxed_ = 0, told_ = 0;
  std::uint64_t pushed_ = 0;  // of the warp
  std::uint32_t settled_ = 0, improved_ = 0, stale_ = 0;
#ifdef ADDS_PROFILE
  unsigned hops_ = 0;
#endif
};

}  // namespace wayfront::adds
