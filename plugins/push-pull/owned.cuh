// The vertices of a block, and the shared memory in which it gathers those that have something to do.
#pragma once

#include <cstdint>

#include "task.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::push_pull {

/// A piece of a row that waits for a thread of its block. While vertices pull: one whose row goes on behind its head.
template <class Key>
struct Piece {
  std::uint32_t first, sectors;  // or the vertex, and nothing
  Key key;                       // the vertex's distance
};

/// Shared memory of a block. The pieces are as many as the task says.
template <class Key>
struct Memory {
  std::uint32_t queued, pieces;
  std::uint32_t levels, told;     // that the block pushed into: not told to others yet, and told in this stage
  std::uint32_t found;            // vertices that pull again
  std::uint32_t links, link_end;  // asked for, and where the first that did not fit would have been
  std::uint16_t queue[slab];      // vertices of a slab
  Key taken[block_threads];       // of giants: the distance that this block has pushed its pieces for
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

/// The keys of four vertices whose numbers follow each other, the first a multiple of 4, as other blocks left them.
template <class Key>
struct alignas(16) FourKeys {
  Key keys[4];
};
template <class Key>
__device__ FourKeys<Key> load_four(const Key* place) {
  constexpr unsigned parts = sizeof(FourKeys<Key>) / sizeof(uint4);
  union {
    uint4 parts_of[parts];
    FourKeys<Key> four;
  };
#pragma unroll
  for (unsigned i = 0; i < parts; ++i) parts_of[i] = __ldcg(reinterpret_cast<const uint4*>(place) + i);
  return four;
}

/// The owned vertex, from the slab's first one on, that a bit of this thread's word stands for.
__device__ inline std::uint32_t position_of(unsigned bit) {
  return (bit / 4 * block_threads + threadIdx.x) * 4 + bit % 4;
}

/// This thread's part of a slab: a bit is what `test` says of a vertex and its key. Owned vertices are whole chunks.
template <class Key, class Test>
__device__ std::uint32_t look_through(const Key* distances, std::uint32_t first, const Owned& owned, Test test) {
  std::uint32_t bits = 0;
#pragma unroll 4
  for (unsigned j = 0; j < 8; ++j) {
    const std::uint32_t i = first + position_of(j * 4);
    if (i >= owned.count()) continue;
    const std::uint32_t v = Owned::number(i);
    const FourKeys<Key> four = load_four(distances + v);
#pragma unroll
    for (unsigned k = 0; k < 4; ++k)
      if (test(v + k, four.keys[k])) bits |= 1U << (j * 4 + k);
  }
  return bits;
}

/// Threads go through `count` items, several neighbours an item where there are few of them: body(item, lane, lanes).
template <class Body>
__device__ void for_each(std::uint32_t count, Body body) {
  unsigned lanes = 1;
  while (lanes < 8 && count * lanes * 2 <= block_threads) lanes *= 2;
  for (std::uint32_t i = threadIdx.x / lanes; i < count; i += block_threads / lanes)
    body(i, threadIdx.x % lanes, lanes);
}

/// All threads of a block: appends position(bit) for each bit to the queue of its shared memory.
template <class Shared, class Position>
__device__ void queue_bits(Shared& memory, std::uint32_t bits, Position position) {
  if (!__any_sync(cuda::full_warp, bits != 0)) return;
  const auto count = static_cast<std::uint32_t>(__popc(bits));
  const std::uint32_t until = cuda::prefix_sum(count);
  std::uint32_t at = 0;
  if (threadIdx.x % 32 == 31) at = atomicAdd(&memory.queued, until);
  at = cuda::from_lane(at, 31) + until - count;
  for (; bits != 0; bits &= bits - 1)
    memory.queue[at++] = static_cast<std::uint16_t>(position(static_cast<unsigned>(__ffs(static_cast<int>(bits)) - 1)));
}

/// The lanes of a warp that share an item of for_each() with this one.
__device__ inline unsigned group_of(unsigned lanes) {
  return ((1U << lanes) - 1) << (threadIdx.x % 32 / lanes * lanes);
}

}  // namespace wayfront::push_pull
