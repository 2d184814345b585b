// The near and the far pile in device memory.
#pragma once

#include <cstdint>

#include "wayfront/cuda/relax.cuh"
#include "wayfront/graph.hpp"

namespace wayfront::near_far {

using cuda::Key;

inline constexpr Key no_key = 0x7fff'ffff;  // not below any distance's

/// A vertex and the distance that it was pushed for, which is above, in 8 bytes.
using Entry = unsigned long long;

__device__ inline Entry entry_of(Vertex v, Key key) {
  return static_cast<Entry>(static_cast<std::uint32_t>(key)) << 32 | v;
}
__device__ inline Vertex vertex_of(Entry entry) { return static_cast<Vertex>(entry); }
__device__ inline Key key_of(Entry entry) { return static_cast<Key>(entry >> 32); }

/// What a round finds. Three take turns: one is read, one is written, and the one after it is cleared.
struct alignas(16) RoundCounts {
  std::uint32_t near;    // entries of the near pile, also those that found no room
  std::uint32_t lost;    // whether entries of either pile were: then the round takes all vertices
  std::uint32_t splits;  // of the far pile so far
  Key far_least;         // smallest distance in the far pile, stale ones included; no_key: it is empty
};

/// All of it, by value. Each pile is two arrays that take turns, the near pile by rounds and the far pile by splits.
struct Piles {
  Entry* near;
  Entry* far;
  RoundCounts* counts;       // three, in 128 bytes each
  std::uint32_t* far_tails;  // three, in 128 bytes each; cleared a split ahead
  std::uint32_t capacity;    // of an array

  __device__ RoundCounts* counts_of(std::uint64_t round) const { return counts + 8 * (round % 3); }
  __device__ std::uint32_t* far_tail(std::uint32_t splits) const { return far_tails + 32 * (splits % 3); }
  __device__ Entry* near_of(std::uint64_t round) const { return near + std::uint64_t{capacity} * (round % 2); }
  __device__ Entry* far_of(std::uint32_t splits) const { return far + std::uint64_t{capacity} * (splits % 2); }
};

enum class Taking : std::uint8_t {
  near,  // the near pile
  far,   // the far pile, which is split
  all,   // all vertices
};

/// A round's part of the piles.
class RoundPiles {
 public:
  __device__ RoundPiles(const Piles& piles, std::uint64_t round) : piles_(piles), round_(round) {
    const uint4 words = __ldcg(reinterpret_cast<const uint4*>(piles.counts_of(round)));
    counts_ = {words.x, words.y, words.z, static_cast<Key>(words.w)};
    // Only right where the pile is split; others push to it meanwhile otherwise.
    far_count_ = __ldcg(piles.far_tail(counts_.splits));
  }

  __device__ Taking taking() const {
    if (counts_.lost != 0) return Taking::all;
    return counts_.near != 0 ? Taking::near : Taking::far;
  }
  __device__ std::uint32_t near_count() const { return counts_.near; }
  __device__ std::uint32_t far_count() const { return far_count_; }
  __device__ const Entry* near() const { return piles_.near_of(round_); }
  __device__ const Entry* far() const { return piles_.far_of(counts_.splits); }

  // Where pushes go.
  __device__ RoundCounts* next() const { return piles_.counts_of(round_ + 1); }
  __device__ std::uint32_t* near_tail() const { return &next()->near; }
  __device__ std::uint32_t* far_tail() const { return piles_.far_tail(splits_after()); }
  __device__ Entry* next_near() const { return piles_.near_of(round_ + 1); }
  __device__ Entry* next_far() const { return piles_.far_of(splits_after()); }
  __device__ std::uint32_t capacity() const { return piles_.capacity; }

  /// The least distance of the far entries that stay where they are; no_key: there are none.
  __device__ Key staying_least() const { return taking() == Taking::near ? counts_.far_least : no_key; }

  /// By one thread of the grid, once per round.
  __device__ void turn() const {
    RoundCounts* const then = piles_.counts_of(round_ + 2);
    __stcg(reinterpret_cast<uint4*>(then), make_uint4(0, 0, 0, static_cast<unsigned>(no_key)));
    __stcg(&next()->splits, splits_after());
    *piles_.far_tail(splits_after() + 1) = 0;
    if (staying_least() != no_key) atomicMin(&next()->far_least, staying_least());
  }

 private:
  __device__ std::uint32_t splits_after() const { return counts_.splits + (taking() == Taking::near ? 0 : 1); }

  const Piles& piles_;
  std::uint64_t round_;
  RoundCounts counts_;
  std::uint32_t far_count_;
};

}  // namespace wayfront::near_far
