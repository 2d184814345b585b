// Where all blocks of a launch wait for each other.
#pragma once

#include <cstdint>

#include "task.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::push_pull {

/// In a meeting's sum where levels are pushed: a block pushed into a level that is under way or below, or where levels do
/// not repeat, into the next one. The mass stays below.
inline constexpr std::uint64_t flag_number = std::uint64_t{1} << 30;

/// Where all blocks wait for each other, with a number that is added up. Of the kernel's beginning, by all threads.
class Meeting {
 public:
  /// Of a Task, or of what else has its members.
  template <class Asked>
  __device__ explicit Meeting(const Asked& task)
      : barrier_(&task.control->barrier, task.met), stop_(task.stop), trace_(task.trace) {
    if (threadIdx.x < 2) mine()[threadIdx.x] = 0;
    __syncthreads();
  }

  /// All threads of all blocks; returns the sum of `number` over the threads, and flag_number for each block whose first
  /// thread raises the flag, the same to each. The sum is below 2^33. Once in a while it also looks whether the host gave
  /// up.
  __device__ std::uint64_t meet(std::uint32_t number, bool flag = false,
                                double limit = cuda::distance_of<double>(cuda::unreached_key<double>)) {
    number = __reduce_add_sync(cuda::full_warp, number);
    if (threadIdx.x % 32 == 0 && number != 0) atomicAdd(mine() + met_ % 2, number);
    __syncthreads();
    if (threadIdx.x == 0) {
      std::uint64_t told = mine()[met_ % 2];
      if (flag) told += flag_number;
      if (blockIdx.x == 0 && met_ % looks_each == looks_each - 1 &&
          *static_cast<const volatile std::uint32_t*>(stop_) != 0)
        told += stop_number;
      *all() = barrier_.pass(told);
      mine()[(met_ + 1) % 2] = 0;  // everyone has read it, before this meeting
      if (trace_ != nullptr && blockIdx.x == 0 && met_ < trace_room - 1)
        trace_[met_] = {now(), *all() % flag_number, limit};
    }
    __syncthreads();
    ++met_;
    const std::uint64_t sum = *all();
    stopped_ = sum >= stop_number;
    return sum % stop_number;
  }
  /// Nanoseconds of the device's clock.
  __device__ static unsigned long long now() {
    unsigned long long time;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
    return time;
  }
  __device__ bool stopped() const { return stopped_; }
  __device__ std::uint32_t met() const { return met_; }

 private:
  static constexpr std::uint64_t stop_number = std::uint64_t{1} << 39;
  static constexpr std::uint32_t looks_each = 64;  // a look goes over the bus

  __device__ static std::uint32_t* mine() {
    __shared__ std::uint32_t sums[2];
    return sums;
  }
  __device__ static std::uint64_t* all() {
    __shared__ std::uint64_t sum;
    return &sum;
  }

  cuda::GridBarrier barrier_;
  const std::uint32_t* stop_;
  TraceRecord* trace_;
  std::uint32_t met_ = 0;
  bool stopped_ = false;
};

}  // namespace wayfront::push_pull
