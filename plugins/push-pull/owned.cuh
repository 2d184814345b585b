// The vertices of a block, and the shared memory in which it gathers those that have something to do.
#pragma once

#include <cstdint>

#include "task.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::push_pull {

/// A piece of a row that waits for a thread of its block.
template <class Key>
struct Piece {
  std::uint32_t first, sectors;
  Key key;  // the vertex's distance
};

/// Shared memory of a block. The pieces are as many as the task says.
template <class Key>
struct Memory {
  std::uint32_t queued, pieces, levels, found;
  std::uint16_t queue[slab];  // vertices of a slab
  Key taken[block_threads];   // of giants: the distance that this block has pushed its pieces for
  Piece<Key> piece[max_room];
};

/// Chunk c of `chunks` belongs to block c % gridDim.x.
class Owned {
 public:
  __device__ explicit Owned(std::uint32_t chunks)
      : count_(chunks > blockIdx.x ? (chunks - 1 - blockIdx.x) / gridDim.x * chunk + chunk : 0) {}
  __device__ std::uint32_t count() const { return count_; }
  /// Of the i-th owned vertex.
  __device__ static std::uint32_t number(std::uint32_t i) {
    return (i / chunk * gridDim.x + blockIdx.x) * chunk + i % chunk;
  }

 private:
  std::uint32_t count_;
};

/// This thread's part of a slab: bit j says what `test` says of the vertex first + j * block_threads + threadIdx.x.
template <class Test>
__device__ std::uint32_t look_through(std::uint32_t first, const Owned& owned, Test test) {
  std::uint32_t bits = 0;
#pragma unroll 8
  for (unsigned j = 0; j < 32; ++j) {
    const std::uint32_t i = first + j * block_threads + threadIdx.x;
    if (i < owned.count() && test(Owned::number(i))) bits |= 1U << j;
  }
  return bits;
}

/// All threads of a block: appends position(bit) for each bit to the queue.
template <class Key, class Position>
__device__ void queue_bits(Memory<Key>& memory, std::uint32_t bits, Position position) {
  if (!__any_sync(cuda::full_warp, bits != 0)) return;
  const auto count = static_cast<std::uint32_t>(__popc(bits));
  const std::uint32_t until = cuda::prefix_sum(count);
  std::uint32_t at = 0;
  if (threadIdx.x % 32 == 31) at = atomicAdd(&memory.queued, until);
  at = cuda::from_lane(at, 31) + until - count;
  for (; bits != 0; bits &= bits - 1)
    memory.queue[at++] = static_cast<std::uint16_t>(position(static_cast<unsigned>(__ffs(static_cast<int>(bits)) - 1)));
}

}  // namespace wayfront::push_pull
