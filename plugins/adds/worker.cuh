// A worker block: waits for orders, relaxes the arcs of their items, and goes on with what it pushed itself.
#pragma once

#include <cstdint>

#include "graph.cuh"
#include "pushes.cuh"
#include "queue.cuh"
#include "walk.cuh"

namespace wayfront::adds {

template <WeightType W, OffsetType O>
class Worker {
 public:
  __device__ Worker(const TiledView<W, O>& graph, const Queue& queue, Key* keys, const WorkerTuning& tuning,
                    WorkerShared& shared, WarpShared<O>& warp)
      : queue_(queue),
        tuning_(tuning),
        shared_(shared),
        pushes_(queue, tuning, shared, warp),
        walk_(graph, keys, tuning, warp) {}

  /// Called by all threads of the block; returns when the manager says so or the solve is stopped.
  __device__ void run() {
    Mail* const mail = queue_.mail + (blockIdx.x - 1);
    shared_.translations.clear();
    if (threadIdx.x < 3) shared_.local.count[threadIdx.x] = 0;
    for (;;) {
      if (threadIdx.x == 0) shared_.job = wait(mail);
      __syncthreads();
      const Mail job = shared_.job;
      if (job.order == quit_order) break;
      const Order order = unpack(job.order);
      pushes_.begin(order, {static_cast<Key>(job.first >> 32), __uint_as_float(static_cast<std::uint32_t>(job.first)),
                            static_cast<Key>(job.second >> 32), __uint_as_float(static_cast<std::uint32_t>(job.second)),
                            static_cast<std::uint32_t>(job.third >> 32)});
      work(order);
      __syncthreads();
      go_on();
      if (tuning_.traced) tell_relaxed();
      if (threadIdx.x == 0) store_release(&mail->order, 0);
    }
    walk_.add_to(queue_.control->totals, pushes_.pushed());
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

  /// The order's own items.
  __device__ void work(const Order& order) {
    const Part part(order.count, lane_);
    if (part.first >= order.count) return;
    const bool mine = part.mine < order.count;
    std::uint64_t item = no_item;
    if (mine && part.leads) {
      std::uint64_t* const place = queue_.items + order.position + part.mine;
      wait_for(queue_, [&] { return (item = load_relaxed(place)) != no_item; });  // reserved, but not there yet
      if (queue_.written == nullptr) store_relaxed(place, no_item);
    }
    __syncwarp();
    item = __shfl_sync(full_warp, item, static_cast<int>(lane_ & ~(part.lanes - 1)));
    walk_.relax(pushes_, mine && item != no_item ? walk_.take(item, part.leads) : Row<O>{}, part);
  }

  /// What they led to in the same bucket, and so on.
  __device__ void go_on() {
    unsigned list = 0, count = 0;
    for (unsigned hops = 1; pushes_.hop(list, count); ++hops) {
      const Part part(count, lane_);
      if (part.first < count) {
        const std::uint64_t* const items = shared_.local.items[list];
        walk_.relax(pushes_, part.mine < count ? walk_.take(items[part.mine], part.leads) : Row<O>{}, part);
      } else {
        pushes_.finish();
      }
      __syncthreads();
      if (hops % 256 == 0) {  // may go on for long
        if (threadIdx.x == 0) {
          atomicAdd(&queue_.control->local_hops, 1ULL);
          shared_.stopped = load_relaxed(&queue_.control->stop) != running;
        }
        __syncthreads();
        if (shared_.stopped) break;
      }
    }
    pushes_.finish();
    __syncthreads();
  }

  /// What this warp relaxed since the last time, for the trace.
  __device__ void tell_relaxed() {
    const auto more = __reduce_add_sync(full_warp, static_cast<unsigned>(walk_.relaxed() - told_));
    told_ = walk_.relaxed();
    if (lane_ == 0 && more != 0) atomicAdd(&queue_.control->relaxed_so_far, static_cast<unsigned long long>(more));
  }

  const Queue& queue_;
  const WorkerTuning& tuning_;
  WorkerShared& shared_;
  Pushes<W, O> pushes_;
  Walk<W, O> walk_;
  const unsigned lane_ = threadIdx.x % 32;
  std::uint64_t told_ = 0;
};

}  // namespace wayfront::adds
