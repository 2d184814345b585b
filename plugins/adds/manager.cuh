// The manager block: reads the buckets, deals their items out to idle workers, moves the head on, changes delta, and
// gives the buckets memory.
//
// All but one of its warps go round in sweeps. A sweep polls the workers and the reservation indices, all at once; then
// one warp plans what to give out; then the threads write the orders while another warp looks after the memory. The
// last warp watches the host's stop flag and whether anything moves at all.
#pragma once

#include <cstdint>
#include <type_traits>

#include "control.cuh"
#include "queue.cuh"
#include "wayfront/distance.hpp"

namespace wayfront::adds {

struct ManagerTuning {
  unsigned workers;
  unsigned least_grain;  // items per warp that are worth an order of their own
  unsigned warps;        // of a worker
  DeltaTuning delta;
};

struct TraceSample {
  std::uint64_t nanoseconds;
  std::uint64_t switches;
  std::uint64_t clipped, pushed;
  double delta, base;
  std::uint32_t in_flight, open;
};

/// What host and manager share while a solve runs, page-locked.
struct Shore {
  const std::uint32_t* stop;
  TraceSample* trace;  // null: no trace
  std::uint32_t trace_room;
};

struct ManagerShared {
  std::uint64_t reserved[most_buckets];
  std::uint64_t read[most_buckets];
  std::uint32_t completed[most_buckets];         // modulo 2^32
  std::uint32_t completed_before[most_buckets];  // a sweep ago
  std::uint64_t allocated[most_buckets];         // end of the blocks that the bucket has
  std::uint64_t freed[most_buckets];             // and their beginning
  std::uint32_t block_read[most_buckets];        // the block of the pool that holds `read`
  std::uint64_t work[most_workers + 1];          // what each worker is at: items, bucket, block; 0: idle
  std::uint32_t idle[most_workers / 32 + 1];     // a bit per worker
  std::uint32_t idle_before[most_workers / 32 + 1];
  // the plan, by position from the head bucket
  std::uint32_t plan_before[most_buckets + 1];  // orders of the buckets before
  std::uint64_t plan_position[most_buckets];
  std::uint32_t plan_items[most_buckets];
  std::uint32_t plan_orders;
  std::uint32_t plan_size;
  std::uint32_t plan_grain;
  std::uint32_t in_flight;  // items handed out and not done
  std::uint32_t recycled[2];  // whether a block came back in this sweep, and in the one before
  std::uint32_t head;
  Window window;
  std::uint64_t progress;  // moves when something is handed out or the head moves on
  std::uint64_t ended;
  std::uint64_t stop;
  // memory
  std::uint32_t fresh;                 // blocks never used
  std::uint32_t ring_first, ring_end;  // blocks that came back; modulo the pool's size
  std::uint64_t starved_since;
  std::uint32_t most_blocks;
};

template <WeightType W>
class Manager {
 public:
  __device__ Manager(const Queue& queue, const ManagerTuning& tuning, const Shore& shore, ManagerShared& shared)
      : queue_(queue), tuning_(tuning), shore_(shore), shared_(shared) {}

  /// Called by all threads of the block, at least 128.
  __device__ void run(Vertex source) {
    start(source);
    __syncthreads();
    if (threadIdx.x >= threads_) {
      if (lane_ == 0) watch();
    } else {
      sweep();
    }
    __syncthreads();
    if (threadIdx.x == 0) report();
  }

 private:
  __device__ void start(Vertex source) {
    for (unsigned i = threadIdx.x; i < sizeof(ManagerShared) / 4; i += blockDim.x)
      reinterpret_cast<std::uint32_t*>(&shared_)[i] = 0;
    __syncthreads();
    const std::uint32_t block_items = 1U << queue_.block_bits;
    // Each bucket begins with one block of its own.
    for (unsigned b = threadIdx.x; b < queue_.buckets; b += blockDim.x) {
      shared_.allocated[b] = block_items;
      shared_.block_read[b] = b;
      store_release(queue_.entry(b, 0), Queue::make_entry(0, b));
    }
    if (threadIdx.x != 0) return;
    shared_.fresh = queue_.buckets;
    shared_.window.start(tuning_.delta);
    store_relaxed(queue_.items, make_item(0, source));
    store_relaxed(reinterpret_cast<std::uint64_t*>(&queue_.control->reserved[0].value), 1);
    begun_ = device_clock();
  }

  __device__ void sweep() {
    for (unsigned turn = 0;; turn ^= 1) {
      poll();
      partial_barrier(threads_);
      if (threadIdx.x < 32) plan();
      partial_barrier(threads_);
      if (shared_.ended != 0) break;
      if (shared_.recycled[turn ^ 1] != 0) fence();  // who gets their items must not see what was there before
      hand_out();
      if (threadIdx.x / 32 == 1) look_after_memory(shared_.recycled[turn]);
    }
    for (unsigned w = threadIdx.x; w < tuning_.workers; w += threads_) store_relaxed(&queue_.mail[w].order, quit_order);
  }

  /// Who is idle, and how far the buckets are written.
  __device__ void poll() {
    std::uint64_t reserved = 0;
    if (threadIdx.x < queue_.buckets)
      reserved = load_relaxed(reinterpret_cast<const std::uint64_t*>(&queue_.control->reserved[threadIdx.x].value));
    constexpr unsigned batch = 4;
    std::uint32_t returned = 0;
    for (unsigned first = 0; first < tuning_.workers; first += batch * threads_) {
      std::uint64_t order[batch], work[batch];
#pragma unroll
      for (unsigned i = 0; i < batch; ++i) {
        const unsigned w = first + i * threads_ + threadIdx.x;
        work[i] = w < tuning_.workers ? shared_.work[w] : 0;
        order[i] = work[i] != 0 ? load_relaxed(&queue_.mail[w].order) : 1;
      }
      bool done = false;
#pragma unroll
      for (unsigned i = 0; i < batch; ++i) done = done || order[i] == 0;
      if (done) fence();  // acquires what the workers released
#pragma unroll
      for (unsigned i = 0; i < batch; ++i) {
        const unsigned w = first + i * threads_ + threadIdx.x;
        if (order[i] == 0) {
          const auto items = static_cast<std::uint32_t>(work[i] & 0x7ff);
          atomicAdd(&shared_.completed[work[i] >> 11 & 63], items);
          atomicAdd(queue_.consumed + (work[i] >> 32), items);
          returned += items;
          shared_.work[w] = 0;
        }
        const bool idle = w < tuning_.workers && (work[i] == 0 || order[i] == 0);
        const unsigned mask = __ballot_sync(full_warp, idle);
        const unsigned word = w / 32;
        if (lane_ == 0 && word < sizeof shared_.idle / 4) shared_.idle[word] = mask;
      }
    }
    if (threadIdx.x < queue_.buckets) shared_.reserved[threadIdx.x] = reserved;
    returned = __reduce_add_sync(full_warp, returned);
    if (lane_ == 0 && returned != 0) atomicSub(&shared_.in_flight, returned);
  }

  /// The bucket at a position from the head.
  __device__ unsigned bucket_at(unsigned position) const {
    const unsigned bucket = shared_.head + position;
    return bucket >= queue_.buckets ? bucket - queue_.buckets : bucket;
  }

  /// By one warp. A lane has the positions lane and lane + 32.
  __device__ void plan() {
    const unsigned buckets = queue_.buckets;
    // What was done a sweep ago was done when the reservations were read: where both are equal nobody is at work on the
    // bucket's items, nor has pushed anything since that is not in these numbers.
    unsigned long long finished = 0;
    for (unsigned half = 0; half < 2; ++half) {
      const unsigned position = lane_ + 32 * half;
      bool done = true;
      if (position < buckets) {
        const unsigned b = bucket_at(position);
        done = shared_.completed_before[b] == static_cast<std::uint32_t>(shared_.reserved[b]);
      }
      finished |= static_cast<unsigned long long>(__ballot_sync(full_warp, done)) << (32 * half);
    }
    if (~finished == 0 || load_shared(&shared_.stop) != running) {
      if (lane_ == 0) store_shared(&shared_.ended, 1);
      __syncwarp();
      return;
    }
    const unsigned lead = static_cast<unsigned>(__ffsll(static_cast<long long>(~finished))) - 1;
    __syncwarp();
    if (lead != 0 && lane_ == 0) {
      shared_.head = bucket_at(lead);
      shared_.window.advance(lead);
      store_shared(&shared_.progress, shared_.progress + 1);
    }
    __syncwarp();

    std::uint32_t available[2], total = 0;
    unsigned bucket[2];
    for (unsigned half = 0; half < 2; ++half) {
      const unsigned position = lane_ + 32 * half;
      available[half] = 0;
      bucket[half] = 0;
      if (position >= buckets) continue;
      const unsigned b = bucket[half] = bucket_at(position);
      const std::uint64_t read = shared_.read[b];
      const std::uint64_t block_end = ((read >> queue_.block_bits) + 1) << queue_.block_bits;
      const std::uint64_t end = min(min(shared_.reserved[b], shared_.allocated[b]), block_end);
      if (position < shared_.window.open && end > read) available[half] = static_cast<std::uint32_t>(end - read);
    }
    total = __reduce_add_sync(full_warp, available[0] + available[1]);

    std::uint32_t idle = 0;  // over the lanes, before and in this lane's words
    {
      const unsigned words = (tuning_.workers + 31) / 32;
      const std::uint32_t low = lane_ < words ? __popc(shared_.idle[lane_]) : 0;
      const std::uint32_t high = lane_ + 32 < words ? __popc(shared_.idle[lane_ + 32]) : 0;
      const std::uint32_t low_end = scan(low), low_total = __shfl_sync(full_warp, low_end, 31);
      const std::uint32_t high_end = scan(high);
      if (lane_ < words) shared_.idle_before[lane_] = low_end - low;
      if (lane_ + 32 < words) shared_.idle_before[lane_ + 32] = low_total + high_end - high;
      idle = low_total + __shfl_sync(full_warp, high_end, 31);
    }

    std::uint32_t orders = 0;
    if (total != 0 && idle != 0) {
      const unsigned most = 32 * tuning_.warps;
      std::uint32_t size = (total + idle - 1) / idle;
      size = max(size, tuning_.least_grain * tuning_.warps);
      const std::uint32_t grain = min((size + tuning_.warps - 1) / tuning_.warps, 32U);
      size = min(grain * tuning_.warps, most);
      const std::uint32_t low = (available[0] + size - 1) / size, high = (available[1] + size - 1) / size;
      const std::uint32_t low_end = scan(low), low_total = __shfl_sync(full_warp, low_end, 31);
      const std::uint32_t high_end = scan(high) + low_total;
      orders = min(__shfl_sync(full_warp, high_end, 31), idle);
      std::uint32_t given = 0;
      for (unsigned half = 0; half < 2; ++half) {
        const unsigned position = lane_ + 32 * half;
        const std::uint32_t count = half == 0 ? low : high;
        const std::uint32_t before = (half == 0 ? low_end : high_end) - count;
        const std::uint32_t taken = before < orders ? min(count, orders - before) : 0;
        const std::uint32_t items = min(available[half], taken * size);
        if (position < most_buckets) {
          shared_.plan_before[position] = before;
          shared_.plan_items[position] = items;
        }
        if (items == 0) continue;
        const unsigned b = bucket[half];
        const std::uint64_t in_block = shared_.read[b] & ((std::uint64_t{1} << queue_.block_bits) - 1);
        shared_.plan_position[position] = (std::uint64_t{shared_.block_read[b]} << queue_.block_bits) + in_block;
        shared_.read[b] += items;
        given += items;
      }
      given = __reduce_add_sync(full_warp, given);
      if (lane_ == 0) {
        shared_.plan_before[most_buckets] = ~0U;
        shared_.plan_size = size;
        shared_.plan_grain = grain;
        atomicAdd(&shared_.in_flight, given);
        store_shared(&shared_.progress, shared_.progress + 1);
        orders_ += orders;
      }
    }
    for (unsigned b = lane_; b < buckets; b += 32) shared_.completed_before[b] = shared_.completed[b];
    __syncwarp();
    if (lane_ == 0) {
      shared_.plan_orders = orders;
      ++sweeps_;
      if (shore_.trace != nullptr) sample();
    }
    __syncwarp();
  }

  __device__ std::uint32_t scan(std::uint32_t value) const {
    for (unsigned distance = 1; distance != 32; distance *= 2) {
      const std::uint32_t below = __shfl_up_sync(full_warp, value, distance);
      if (lane_ >= distance) value += below;
    }
    return value;
  }

  /// The idle workers of low rank get an order each.
  __device__ void hand_out() {
    const unsigned orders = shared_.plan_orders;
    if (orders == 0) return;
    const std::uint32_t size = shared_.plan_size;
    for (unsigned w = threadIdx.x; w < tuning_.workers; w += threads_) {
      const std::uint32_t mask = shared_.idle[w / 32];
      if ((mask >> lane_ & 1U) == 0) continue;
      const std::uint32_t rank = shared_.idle_before[w / 32] + __popc(mask & ((1U << lane_) - 1));
      if (rank >= orders) continue;
      unsigned position = 0;
      while (rank >= shared_.plan_before[position + 1]) ++position;
      const std::uint32_t before = (rank - shared_.plan_before[position]) * size;
      Order order;
      order.count = min(size, shared_.plan_items[position] - before);
      order.bucket = bucket_at(position);
      order.room = queue_.buckets - 1 - position;
      order.position = shared_.plan_position[position] + before;
      const Intervals intervals = shared_.window.template intervals<W>(position);
      Mail* const mail = queue_.mail + w;
      const auto words = [](Key key, float per_unit) {
        return std::uint64_t{static_cast<std::uint32_t>(key)} << 32 | __float_as_uint(per_unit);
      };
      store_relaxed(&mail->first, words(intervals.base, intervals.per_unit));
      store_relaxed(&mail->second, words(intervals.cut_base, intervals.cut_per_unit));
      store_relaxed(&mail->third, std::uint64_t{intervals.cut} << 32 | shared_.plan_grain);
      store_relaxed(&mail->order, pack(order));
      shared_.work[w] = (order.position >> queue_.block_bits) << 32 | std::uint64_t{order.bucket} << 11 | order.count;
    }
  }

  /// By one warp: takes back blocks that workers are through with, gives new ones to buckets that will need them.
  __device__ void look_after_memory(std::uint32_t& recycled_flag) {
    const std::uint64_t block_items = std::uint64_t{1} << queue_.block_bits;
    bool starved = false, recycled = false;
    for (unsigned half = 0; half < 2; ++half) {
      const unsigned b = lane_ + 32 * half;
      const bool mine = b < queue_.buckets;
      std::uint32_t back = 0;
      bool returns = false;
      if (mine && shared_.read[b] - shared_.freed[b] >= block_items) {
        back = static_cast<std::uint32_t>(load_relaxed(queue_.entry(b, shared_.freed[b] >> queue_.block_bits)));
        returns = load_relaxed(queue_.consumed + back) == block_items;
      }
      const unsigned returning = __ballot_sync(full_warp, returns);
      if (returns) {
        queue_.consumed[back] = 0;
        shared_.freed[b] += block_items;
        queue_.ring[(shared_.ring_end + __popc(returning & ((1U << lane_) - 1))) % queue_.blocks] = back;
      }
      recycled = recycled || returning != 0;
      __syncwarp();
      if (lane_ == 0) shared_.ring_end += __popc(returning);
      __syncwarp();

      const bool needs = mine && static_cast<std::int64_t>(shared_.allocated[b] - shared_.reserved[b]) <
                                     static_cast<std::int64_t>(block_items);
      const unsigned needing = __ballot_sync(full_warp, needs);
      const unsigned rank = __popc(needing & ((1U << lane_) - 1));
      const unsigned from_ring = min(shared_.ring_end - shared_.ring_first, static_cast<unsigned>(__popc(needing)));
      const unsigned from_fresh = min(queue_.blocks - shared_.fresh, __popc(needing) - from_ring);
      if (needs && rank < from_ring + from_fresh) {
        const std::uint32_t block = rank < from_ring ? queue_.ring[(shared_.ring_first + rank) % queue_.blocks]
                                                     : shared_.fresh + rank - from_ring;
        const std::uint64_t number = shared_.allocated[b] >> queue_.block_bits;
        store_release(queue_.entry(b, number), Queue::make_entry(number, block));
        shared_.allocated[b] += block_items;
      }
      starved = starved || (mine && shared_.reserved[b] > shared_.allocated[b]);
      __syncwarp();
      if (lane_ == 0) {
        shared_.ring_first += from_ring;
        shared_.fresh += from_fresh;
      }
      __syncwarp();
      // The block that is read next may be a new one.
      if (mine && shared_.read[b] < shared_.allocated[b])
        shared_.block_read[b] =
            static_cast<std::uint32_t>(load_relaxed(queue_.entry(b, shared_.read[b] >> queue_.block_bits)));
    }
    if (lane_ == 0) recycled_flag = recycled ? 1 : 0;
    starved = __any_sync(full_warp, starved);
    if (lane_ != 0) return;
    const unsigned used = shared_.fresh - (shared_.ring_end - shared_.ring_first);
    if (used > shared_.most_blocks) shared_.most_blocks = used;
    if (!starved) {
      shared_.starved_since = 0;
    } else if (shared_.starved_since == 0) {
      shared_.starved_since = device_clock();
    } else if (device_clock() - shared_.starved_since > 2'000'000) {  // ns: what was in hand is done by now
      stop(exhausted);
    }
  }

  __device__ void sample() {
    const std::uint64_t now = device_clock() - begun_;
    const std::uint64_t pause = now / 4096 > 2000 ? now / 4096 : 2000;  // ns
    if (samples_ != 0 && now - sampled_ < pause) return;
    if (samples_ == shore_.trace_room) return;
    sampled_ = now;
    const Window& window = shared_.window;
    shore_.trace[samples_++] = {now,          window.switches, 0, 0, window.delta, window.base,
                                shared_.in_flight, window.open};
  }

  /// One thread. Ends with the solve.
  __device__ void watch() {
    std::uint64_t seen = 0, since = device_clock();
    for (unsigned naps = 0; load_shared(&shared_.ended) == 0; ++naps) {
      __nanosleep(500);
      if (naps % 64 != 0) continue;
      if (*static_cast<const volatile std::uint32_t*>(shore_.stop) != 0)
        stop(cancelled);
      if (const std::uint64_t now = load_shared(&shared_.progress); now != seen) {
        seen = now;
        since = device_clock();
      } else if (device_clock() - since > 10'000'000'000) {
        stop(stuck);
      }
    }
  }

  __device__ void stop(Stop why) {
    store_shared(&shared_.stop, why);
    store_relaxed(&queue_.control->stop, why);
  }

  __device__ void report() {
    ManagerReport& report = queue_.control->report;
    report.switches = shared_.window.switches;
    report.changes = shared_.window.changes;
    report.delta = shared_.window.delta;
    report.sweeps = sweeps_;
    report.orders = orders_;
    report.samples = samples_;
    report.most_blocks = shared_.most_blocks;
    report.stop = static_cast<std::uint32_t>(shared_.stop);
  }

  const Queue& queue_;
  const ManagerTuning& tuning_;
  const Shore& shore_;
  ManagerShared& shared_;
  const unsigned lane_ = threadIdx.x % 32;
  const unsigned threads_ = blockDim.x - 32;  // all but the watching warp
  // of one thread each
  std::uint64_t begun_ = 0, sampled_ = 0, samples_ = 0, sweeps_ = 0, orders_ = 0;
};

}  // namespace wayfront::adds
