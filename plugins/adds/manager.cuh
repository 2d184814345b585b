// The manager block: reads the buckets, hands their items out to idle workers, moves the head on, changes delta, and
// gives the buckets memory.
//
// All but one of its warps go round in sweeps. A sweep polls the workers and the reservation indices, all at once; then
// warp 0 plans what to give out; then the threads that poll write the orders while warp 1 looks after the memory. The
// last warp watches the host's stop flag and whether anything moves at all.
#pragma once

#include <cstdint>
#include <type_traits>

#include "control.cuh"
#include "manager_shared.cuh"
#include "pool_keeper.cuh"
#include "queue.cuh"
#include "wayfront/distance.hpp"

namespace wayfront::adds {

template <WeightType W>
class Manager {
 public:
  __device__ Manager(const Queue& queue, const ManagerTuning& tuning, const HostMailbox& mailbox, ManagerShared& shared)
      : queue_(queue), tuning_(tuning), mailbox_(mailbox), shared_(shared) {}

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
    // Each bucket begins with one block of its own.
    const std::uint32_t first = tuning_.first_index, number = first >> queue_.block_bits;
    for (unsigned b = threadIdx.x; b < queue_.buckets; b += blockDim.x) {
      shared_.reserved[b] = shared_.readable[b] = shared_.read[b] = shared_.marked[b] = first;
      shared_.completed[b] = shared_.completed_before[b] = shared_.freed[b] = first;
      shared_.allocated[b] = first + queue_.block_items();
      shared_.number_read[b] = shared_.number_checked[b] = number;
      shared_.block_read[b] = shared_.block_checked[b] = b;
      store_release(queue_.entry(b, number), Queue::make_entry(number, b));
      store_relaxed(&queue_.control->reserved[b].value, b == 0 ? first + 1 : first);  // the source is in the first one
    }
    if (threadIdx.x != 0) return;
    shared_.fresh = queue_.buckets;
    shared_.window.start(tuning_.delta);
    store_relaxed(queue_.items, make_item(0, source));
    if (queue_.written != nullptr) store_relaxed(queue_.written, 1U);
    shared_.counters.begun = device_clock();
  }

  __device__ void sweep() {
    if (threadIdx.x < 32) renew_intervals();
    for (unsigned parity = 0;; parity ^= 1) {
      poll();
      if (queue_.written != nullptr) {
        partial_barrier(threads_);
        check_segments();
      }
      partial_barrier(threads_);
      if (threadIdx.x < 32) plan();
      partial_barrier(threads_);
      if (shared_.ended != 0) break;
      // Who gets items of a recycled block must not see what was there before; those of a segment he must see.
      if (shared_.recycled[parity ^ 1] != 0 || queue_.written != nullptr) fence();
      if (warp_ == 1) {
        PoolKeeper(queue_, tuning_.workers, shared_).look_after(shared_.recycled[parity]);
        if (lane_ == 0) count_sweep();
      } else {
        hand_out();
      }
    }
    for (unsigned w = threadIdx.x; w < tuning_.workers; w += threads_) store_relaxed(&queue_.mail[w].order, quit_order);
  }

  /// Who is idle, and how far the buckets are reserved.
  __device__ void poll() {
    if (warp_ == 1) {
      for_buckets(queue_, [&](unsigned, unsigned b) {
        if (b < queue_.buckets) shared_.reserved[b] = load_relaxed(&queue_.control->reserved[b].value);
      });
      return;
    }
    std::uint32_t returned = 0;
    for (unsigned w = poller_; w - lane_ < tuning_.workers; w += pollers_) {
      const std::uint64_t work = w < tuning_.workers ? shared_.work[w] : 0;
      bool idle = w < tuning_.workers;
      if (work != 0) {
        idle = load_acquire(&queue_.mail[w].order) == 0;
        if (idle) {
          const auto items = static_cast<std::uint32_t>(work & 0x7ff);
          atomicAdd(&shared_.completed[work >> 11 & 63], items);
          atomicAdd(queue_.consumed + (work >> 32), items);
          returned += items;
          shared_.work[w] = 0;
        }
      }
      const unsigned mask = __ballot_sync(full_warp, idle);
      if (lane_ == 0) shared_.idle[w / 32] = mask;
    }
    returned = __reduce_add_sync(full_warp, returned);
    if (lane_ == 0 && returned != 0) atomicSub(&shared_.in_flight, returned);
  }

  /// How far the items are there: up to the end of the last full segment, or to the reservations where the segment that
  /// holds their end has as many items as they say. A warp looks at 32 segments of a bucket at once.
  __device__ void check_segments() {
    const std::uint32_t segment_items = 1U << queue_.segment_bits;
    for (unsigned b = threadIdx.x / 32; b < queue_.buckets; b += threads_ / 32) {
      const std::uint32_t readable = shared_.readable[b];
      if (shared_.reserved[b] == readable || shared_.allocated[b] == readable) continue;
      const std::uint32_t first = readable & ~(segment_items - 1);
      const std::uint32_t segment = first + lane_ * segment_items;
      std::uint32_t written = 0;
      if (segment >> queue_.block_bits == readable >> queue_.block_bits)
        written =
            load_relaxed(queue_.written + (queue_.position(segment, shared_.block_checked[b]) >> queue_.segment_bits));
      fence();  // the counter first, then the reservations
      const std::uint32_t reserved = load_relaxed(&queue_.control->reserved[b].value);
      const unsigned full = __ballot_sync(full_warp, written == segment_items);
      const unsigned partial = __ballot_sync(full_warp, written != 0 && segment + written == reserved);
      const unsigned leading = full == full_warp ? 32 : static_cast<unsigned>(__ffs(static_cast<int>(~full))) - 1;
      std::uint32_t end = first + leading * segment_items;
      if (leading < 32 && (partial >> leading & 1U) != 0) end = reserved;
      __syncwarp();  // all lanes have read the old one
      if (lane_ == 0 && static_cast<std::int32_t>(end - readable) > 0) shared_.readable[b] = end;
    }
  }

  /// The bucket at a position from the head.
  __device__ unsigned bucket_at(unsigned position) const {
    const unsigned bucket = shared_.head + position;
    return bucket >= queue_.buckets ? bucket - queue_.buckets : bucket;
  }

  /// By one warp.
  __device__ void plan() {
    const unsigned buckets = queue_.buckets;
    Window& window = shared_.window;
    // What was done a sweep ago was done when the reservations were read: where both are equal nobody is at work on the
    // bucket's items, and nothing has been pushed since that is not in these numbers.
    unsigned at_work[2] = {0, 0};
    for_buckets(queue_, [&](unsigned half, unsigned position) {
      const unsigned b = bucket_at(position);
      at_work[half] =
          __ballot_sync(full_warp, position < buckets && shared_.completed_before[b] != shared_.reserved[b]);
    });
    if ((at_work[0] | at_work[1]) == 0 || peek_shared(&shared_.stop) != running) {
      if (lane_ == 0) post_shared(&shared_.ended, 1);
      __syncwarp();
      return;
    }
    if ((at_work[0] & 1U) == 0) {
      const unsigned lead = at_work[0] != 0 ? static_cast<unsigned>(__ffs(static_cast<int>(at_work[0]))) - 1
                                            : static_cast<unsigned>(__ffs(static_cast<int>(at_work[1]))) + 31;
      const unsigned last = at_work[1] != 0 ? 63 - static_cast<unsigned>(__clz(static_cast<int>(at_work[1])))
                                            : 31 - static_cast<unsigned>(__clz(static_cast<int>(at_work[0])));
      switch_head(lead, last + 1 - lead);
    }

    std::uint32_t available[2] = {0, 0};
    for_buckets(queue_, [&](unsigned half, unsigned position) {
      if (position >= window.open || position >= buckets) return;
      const unsigned b = bucket_at(position);
      const std::uint32_t read = shared_.read[b];
      const std::uint32_t in_block = queue_.block_items() - (read & (queue_.block_items() - 1));
      const std::uint32_t there = (queue_.written != nullptr ? shared_.readable[b] : shared_.reserved[b]) - read;
      available[half] = min(min(there, shared_.allocated[b] - read), in_block);
    });
    const std::uint32_t total = __reduce_add_sync(full_warp, available[0] + available[1]);
    const std::uint32_t idle = rank_idle();

    std::uint32_t orders = 0;
    if (total != 0 && idle != 0) {
      // The smallest power of two with which the idle workers can take all.
      unsigned bits = tuning_.min_order_bits;
      while (bits < tuning_.max_order_bits && idle << bits < total) ++bits;
      const std::uint32_t round_up = (1U << bits) - 1;
      std::uint32_t before_all = 0, given = 0;
      for_buckets(queue_, [&](unsigned half, unsigned position) {
        const std::uint32_t count = (available[half] + round_up) >> bits;
        const std::uint32_t end = scan(count, min(window.open, 32U));
        const std::uint32_t before = before_all + end - count;
        before_all += __shfl_sync(full_warp, end, 31);
        const std::uint32_t taken = before < idle ? min(count, idle - before) : 0;
        const std::uint32_t items = min(available[half], taken << bits);
        shared_.plan_before[position] = before;
        if (items == 0) return;
        const unsigned b = bucket_at(position);
        shared_.plan_items[position] = items;
        shared_.plan_position[position] = queue_.position(shared_.read[b], shared_.block_read[b]);
        shared_.read[b] += items;
        given += items;
      });
      orders = min(before_all, idle);
      given = __reduce_add_sync(full_warp, given);
      if (lane_ == 0) {
        shared_.plan_before[buckets > 32 ? 64 : 32] = ~0U;
        shared_.plan_size_bits = bits;
        shared_.plan_given = given;
      }
    }
    __syncwarp();  // lanes have read other entries than they write
    for_buckets(queue_, [&](unsigned, unsigned b) { shared_.completed_before[b] = shared_.completed[b]; });
    if (lane_ == 0) {
      shared_.plan_orders = orders;
      shared_.plan_idle = idle;
    }
    __syncwarp();
  }

  /// The head goes on by `lead` buckets, of which nothing is left; `occupied` from there on may hold something.
  __device__ void switch_head(unsigned lead, unsigned occupied) {
    const unsigned buckets = queue_.buckets;
    std::uint32_t pushed = 0;
    for_buckets(queue_, [&](unsigned, unsigned b) {
      if (b < buckets) pushed += shared_.reserved[b] - shared_.marked[b];
    });
    pushed = __reduce_add_sync(full_warp, pushed);
    const unsigned last = bucket_at(buckets - 1);
    const std::uint32_t clipped = shared_.reserved[last] - shared_.marked[last];
    __syncwarp();
    for_buckets(queue_, [&](unsigned, unsigned b) { shared_.marked[b] = shared_.reserved[b]; });
    if (lane_ == 0) {
      Window& window = shared_.window;
      shared_.head = bucket_at(lead);
      window.pushed += pushed;
      window.clipped += clipped;
      window.recent_pushed += pushed;
      window.recent_clipped += clipped;
      window.advance(lead);
      window.change(tuning_.delta, occupied, buckets);
      post_shared(&shared_.progress, shared_.progress + 1);
    }
    __syncwarp();
    renew_intervals();
  }

  __device__ void renew_intervals() {
    for_buckets(queue_, [&](unsigned, unsigned position) {
      if (position < tuning_.delta.open) shared_.intervals[position] = shared_.window.template intervals<W>(position);
    });
    __syncwarp();
  }

  /// Gives each word of idle workers the number of idle ones before it; returns that of all.
  __device__ std::uint32_t rank_idle() {
    const unsigned words = (tuning_.workers + 31) / 32;
    const std::uint32_t low = lane_ < words ? __popc(shared_.idle[lane_]) : 0;
    const std::uint32_t end = scan(low, min(words, 32U));
    if (lane_ < words) shared_.idle_before[lane_] = end - low;
    std::uint32_t idle = __shfl_sync(full_warp, end, 31);
    if (words > 32) {
      const std::uint32_t high = lane_ + 32 < words ? __popc(shared_.idle[lane_ + 32]) : 0;
      const std::uint32_t high_end = scan(high, 32) + idle;
      if (lane_ + 32 < words) shared_.idle_before[lane_ + 32] = high_end - high;
      idle = __shfl_sync(full_warp, high_end, 31);
    }
    return idle;
  }

  /// Sums over the lanes up to this one; values of lanes from `lanes` on are 0.
  __device__ std::uint32_t scan(std::uint32_t value, unsigned lanes) const {
    for (unsigned distance = 1; distance < lanes; distance *= 2) {
      const std::uint32_t below = __shfl_up_sync(full_warp, value, distance);
      if (lane_ >= distance) value += below;
    }
    // Lanes beyond have the sum of some of those before them: make it that of all.
    const std::uint32_t all = __shfl_sync(full_warp, value, static_cast<int>(lanes - 1));
    return lane_ >= lanes ? all : value;
  }

  /// The idle workers of low rank get an order each.
  __device__ void hand_out() {
    const unsigned orders = shared_.plan_orders;
    if (orders == 0) return;
    const unsigned bits = shared_.plan_size_bits;
    for (unsigned w = poller_; w < tuning_.workers; w += pollers_) {
      const std::uint32_t mask = shared_.idle[w / 32];
      if ((mask >> lane_ & 1U) == 0) continue;
      const std::uint32_t rank = shared_.idle_before[w / 32] + __popc(mask & ((1U << lane_) - 1));
      if (rank >= orders) continue;
      unsigned position = 0;
      while (rank >= shared_.plan_before[position + 1]) ++position;
      const std::uint32_t before = (rank - shared_.plan_before[position]) << bits;
      Order order;
      order.count = min(1U << bits, shared_.plan_items[position] - before);
      order.bucket = bucket_at(position);
      order.room = queue_.buckets - 1 - position;
      order.position = shared_.plan_position[position] + before;
      const Intervals intervals = shared_.intervals[position];
      Mail* const mail = queue_.mail + w;
      const auto words = [](Key key, float per_unit) {
        return std::uint64_t{static_cast<std::uint32_t>(key)} << 32 | __float_as_uint(per_unit);
      };
      store_relaxed(&mail->first, words(intervals.base, intervals.per_unit));
      store_relaxed(&mail->second, words(intervals.cut_base, intervals.cut_per_unit));
      store_relaxed(&mail->third, std::uint64_t{intervals.cut} << 32);
      store_relaxed(&mail->order, pack(order));
      shared_.work[w] =
          std::uint64_t{order.position >> queue_.block_bits} << 32 | std::uint64_t{order.bucket} << 11 | order.count;
    }
  }

  /// One thread, after a plan.
  __device__ void count_sweep() {
    Counters& counters = shared_.counters;
    ++counters.sweeps;
    if (const std::uint32_t orders = shared_.plan_orders; orders != 0) {
      counters.orders += orders;
      atomicAdd(&shared_.in_flight, shared_.plan_given);
      post_shared(&shared_.progress, shared_.progress + 1);
    }
    shared_.window.count_busy(tuning_.delta, tuning_.workers - shared_.plan_idle + shared_.plan_orders);
    if (mailbox_.trace != nullptr) sample(counters);
  }

  __device__ void sample(Counters& counters) {
    const std::uint64_t now = device_clock() - counters.begun;
    const std::uint64_t pause = now / 4096 > 2000 ? now / 4096 : 2000;  // ns
    if (counters.samples != 0 && now - counters.sampled < pause) return;
    if (counters.samples == mailbox_.trace_room) return;
    counters.sampled = now;
    const Window& window = shared_.window;
    const std::uint64_t relaxed = load_relaxed(reinterpret_cast<const std::uint64_t*>(&queue_.control->relaxed_so_far));
    mailbox_.trace[counters.samples++] = {now,          window.switches, relaxed,           window.pushed,
                                          window.delta, window.base,     shared_.in_flight, window.open};
  }

  /// One thread. Ends with the solve.
  __device__ void watch() {
    // Steps of this warp, not time: it stands still when the device does. A step takes 30 to 60 us.
    constexpr unsigned max_still = 1U << 18;
    std::uint64_t seen = 0;
    unsigned still = 0;
    for (unsigned naps = 0; peek_shared(&shared_.ended) == 0; ++naps) {
      __nanosleep(500);
      if (naps % 64 != 0) continue;
      if (*static_cast<const volatile std::uint32_t*>(mailbox_.stop) != 0) stop_solve(queue_, shared_, cancelled);
      const std::uint64_t now = peek_shared(&shared_.progress) +
                                load_relaxed(reinterpret_cast<const std::uint64_t*>(&queue_.control->local_hops));
      still = now == seen ? still + 1 : 0;
      seen = now;
      if (still == max_still) stop_solve(queue_, shared_, stuck);
    }
  }

  __device__ void report() {
    ManagerReport& report = queue_.control->report;
    const Window& window = shared_.window;
    report.switches = window.switches;
    report.clipped = window.clipped;
    report.pushed = window.pushed;
    report.changes = window.changes;
    report.delta = window.next_delta;
    report.sweeps = shared_.counters.sweeps;
    report.orders = shared_.counters.orders;
    report.samples = shared_.counters.samples;
    report.max_blocks = shared_.max_blocks;
    report.stop = static_cast<std::uint32_t>(shared_.stop);
  }

  const Queue& queue_;
  const ManagerTuning& tuning_;
  const HostMailbox& mailbox_;
  ManagerShared& shared_;
  const unsigned lane_ = threadIdx.x % 32;
  const unsigned warp_ = threadIdx.x / 32;
  const unsigned threads_ = blockDim.x - 32;  // all but the watching warp
  const unsigned pollers_ = blockDim.x - 64;  // and the one that looks after the memory
  const unsigned poller_ = warp_ == 0 ? threadIdx.x : threadIdx.x - 32;
};

}  // namespace wayfront::adds
