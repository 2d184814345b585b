// The near and the far pile in device memory.
#pragma once

#include <cstdint>
#include <type_traits>

#include "wayfront/cuda/relax.cuh"
#include "wayfront/graph.hpp"

namespace wayfront::near_far {

template <class Key>
inline constexpr Key no_key = cuda::detail::max_key<Key>;  // not below any distance's

/// A vertex and the distance that it was pushed for: in one number of 8 bytes, the distance above, or in 16 bytes.
using NarrowEntry = unsigned long long;
struct alignas(16) WideEntry {
  std::uint64_t vertex;
  long long key;
};
template <class Key>
using Entry = std::conditional_t<sizeof(Key) == 4, NarrowEntry, WideEntry>;

__device__ inline NarrowEntry entry_of(Vertex v, std::int32_t key) {
  return static_cast<NarrowEntry>(static_cast<std::uint32_t>(key)) << 32 | v;
}
__device__ inline Vertex vertex_of(NarrowEntry entry) { return static_cast<Vertex>(entry); }
__device__ inline std::int32_t key_of(NarrowEntry entry) { return static_cast<std::int32_t>(entry >> 32); }

__device__ inline WideEntry entry_of(Vertex v, long long key) { return {v, key}; }
__device__ inline Vertex vertex_of(const WideEntry& entry) { return static_cast<Vertex>(entry.vertex); }
__device__ inline long long key_of(const WideEntry& entry) { return entry.key; }

/// What a round finds. Three in turn: one is read, one is written, and the one after it is cleared.
template <class Key>
struct alignas(16) RoundCounts {
  static constexpr unsigned stride = 128 / (sizeof(Key) == 4 ? 16 : 32);  // those of two rounds are 128 bytes apart
  std::uint32_t near;    // entries of the near pile, also those that found no room
  std::uint32_t lost;    // whether entries of either pile were: then the round takes all vertices
  std::uint32_t splits;  // of the far pile so far
  Key min_far;           // smallest distance in the far pile, stale ones included; no_key: it is empty
};

/// All of it, by value. Each pile is two arrays in turn, the near pile by rounds and the far pile by splits.
template <class Key>
struct Piles {
  Entry<Key>* near;
  Entry<Key>* far;
  RoundCounts<Key>* counts;  // three, in 128 bytes each
  std::uint32_t* far_tails;  // three, in 128 bytes each; cleared a split ahead
  std::uint32_t capacity;    // of an array

  __device__ RoundCounts<Key>* counts_of(std::uint64_t round) const {
    return counts + RoundCounts<Key>::stride * (round % 3);
  }
  __device__ std::uint32_t* far_tail(std::uint32_t splits) const { return far_tails + 32 * (splits % 3); }
  __device__ Entry<Key>* near_of(std::uint64_t round) const { return near + std::uint64_t{capacity} * (round % 2); }
  __device__ Entry<Key>* far_of(std::uint32_t splits) const { return far + std::uint64_t{capacity} * (splits % 2); }
};

enum class Taking : std::uint8_t {
  near,  // the near pile
  far,   // the far pile, which is split
  all,   // all vertices
};

/// A round's part of the piles: made by one thread of each block, read by all.
template <class Key>
struct RoundPiles {
  Taking taking;
  std::uint32_t count;        // entries to take; of Taking::all it is not set
  const Entry<Key>* entries;  // likewise
  Key min_staying;            // least distance of the far entries that stay where they are; no_key: there are none
  std::uint32_t splits;       // after this round
  RoundCounts<Key>* next;     // where pushes are counted, and where they go
  std::uint32_t* far_tail;
  Entry<Key>* next_near;
  Entry<Key>* next_far;
  std::uint32_t capacity;

  /// Waits for the last round's counts.
  __device__ static RoundPiles of(const Piles<Key>& piles, std::uint64_t round) {
    const RoundCounts<Key>* const counts = piles.counts_of(round);
    const uint4 words = __ldcg(reinterpret_cast<const uint4*>(counts));
    auto min_far = static_cast<Key>(words.w);
    if constexpr (sizeof(Key) != 4) min_far = __ldcg(&counts->min_far);
    const std::uint32_t far_counts[3] = {__ldcg(piles.far_tail(0)), __ldcg(piles.far_tail(1)),
                                         __ldcg(piles.far_tail(2))};
    const RoundCounts<Key> found{words.x, words.y, words.z, min_far};
    RoundPiles it;
    it.taking = found.lost != 0 ? Taking::all : found.near != 0 ? Taking::near : Taking::far;
    const bool splits = it.taking != Taking::near;
    const std::uint32_t third = found.splits % 3;  // nobody pushes to the far pile that is split
    it.count = splits ? third == 0 ? far_counts[0] : third == 1 ? far_counts[1] : far_counts[2] : found.near;
    it.entries = splits ? piles.far_of(found.splits) : piles.near_of(round);
    it.min_staying = splits ? no_key<Key> : found.min_far;
    it.splits = found.splits + (splits ? 1 : 0);
    it.next = piles.counts_of(round + 1);
    it.far_tail = piles.far_tail(it.splits);
    it.next_near = piles.near_of(round + 1);
    it.next_far = piles.far_of(it.splits);
    it.capacity = piles.capacity;
    return it;
  }

  /// By one thread of the grid, once per round: prepares what this round and the next ones write.
  __device__ void prepare_next(const Piles<Key>& piles, std::uint64_t round) const {
    RoundCounts<Key>* const counts = piles.counts_of(round + 2);
    __stcg(reinterpret_cast<uint4*>(counts), make_uint4(0, 0, 0, static_cast<unsigned>(no_key<Key>)));
    if constexpr (sizeof(Key) != 4) __stcg(&counts->min_far, no_key<Key>);
    __stcg(&next->splits, splits);
    __stcg(piles.far_tail(splits + 1), 0U);
    if (min_staying != no_key<Key>) atomicMin(&next->min_far, min_staying);
  }
};

}  // namespace wayfront::near_far
