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
/// the blocks that arrived in its upper 24 bits and sums their numbers in the lower 40; while one word is waited for,
/// block 0 clears the next.
class GridBarrier {
 public:
  __device__ GridBarrier(BarrierWords* words, std::uint64_t passed) : words_(words), passed_(passed) {}

  /// What every block wrote before is visible to every block after. Returns the sum of `number` over the blocks, below
  /// 2^40.
  __device__ std::uint64_t pass(std::uint64_t number) {
    unsigned long long* const word = &words_->words[passed_ % 3].value;
    if (blockIdx.x == 0) words_->words[(passed_ + 1) % 3].value = 0;
    ++passed_;
    __threadfence();
    atomicAdd(word, (1ULL << sum_bits) + number);
    unsigned long long seen;
    do {
      asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(seen) : "l"(word) : "memory");
    } while ((seen >> sum_bits) != gridDim.x);
    __threadfence();
    return seen & ((1ULL << sum_bits) - 1);
  }

  __device__ std::uint64_t passed() const { return passed_; }

 private:
  static constexpr int sum_bits = 40;
  BarrierWords* words_;
  std::uint64_t passed_;
};

}  // namespace wayfront::cuda
