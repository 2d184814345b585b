// A barrier over all blocks of a cooperative launch that also adds up one number per block.
#pragma once

#include <cstdint>

namespace wayfront::cuda {

/// Three counters in device memory, each in a cache line of its own, zero at first. They go on from launch to launch as
/// long as `passed` does.
struct BarrierWords {
  struct alignas(128) Word {
    unsigned long long value;
  };
  Word words[3];
};

/// Used by one thread per block (a __syncthreads() before and after makes it a barrier of all threads). A word counts
/// the blocks that arrived in its upper 24 bits and sums their numbers in the lower 40.
class GridBarrier {
 public:
  __device__ GridBarrier(BarrierWords* words, std::uint64_t passed) : words_(words), passed_(passed) {}

  /// What every block wrote before is visible to every block after. Returns the sum of `number` over the blocks, below
  /// 2^40.
  __device__ std::uint64_t pass(std::uint64_t number) {
    unsigned long long* const word = &words_->words[passed_ % 3].value;
    const unsigned long long mine = (1ULL << sum_bits) + number;
    unsigned long long seen;
    // Acquires as well: the last block to arrive does not wait, but must not see what it has cached either.
    asm volatile("atom.acq_rel.gpu.global.add.u64 %0, [%1], %2;" : "=l"(seen) : "l"(word), "l"(mine) : "memory");
    seen += mine;
    while ((seen >> sum_bits) != gridDim.x)
      asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(seen) : "l"(word) : "memory");
    // Every block has left the word of the barrier before; it is due again after the next one.
    if (blockIdx.x == 0) words_->words[(passed_ + 2) % 3].value = 0;
    ++passed_;
    return seen & ((1ULL << sum_bits) - 1);
  }

  __device__ std::uint64_t passed() const { return passed_; }

 private:
  static constexpr int sum_bits = 40;
  BarrierWords* words_;
  std::uint64_t passed_;
};

/// The barrier as one of all threads, each of which calls it. What others wrote before is read past the block's cache.
class Meeting {
 public:
  __device__ explicit Meeting(GridBarrier& barrier) : barrier_(barrier) {}
  __device__ void operator()() {
    __syncthreads();
    if (threadIdx.x == 0) barrier_.pass(0);
    __syncthreads();
  }

 private:
  GridBarrier& barrier_;
};

}  // namespace wayfront::cuda
