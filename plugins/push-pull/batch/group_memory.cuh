// The shared memory of a block while a group is solved, and the threads that have a row of cells together.
#pragma once

#include <cstdint>

#include "../owned.cuh"
#include "group.cuh"

namespace wayfront::push_pull {

/// A piece of a row out that waits for threads of its block.
struct GroupPiece {
  std::uint32_t first, sectors;
  std::uint32_t v;
};

struct GroupMemory {
  std::uint32_t queued, pieces;
  std::uint32_t levels, told;  // as in Memory
  std::uint32_t found;         // candidates
  std::uint16_t queue[slab];
  GroupPiece piece[max_room];
  uint4 starts[32];  // Lane::start of each cell; infinity where the lane is not pulled
  uint4 living[32];  // all ones where the lane is pulled
};

/// All threads of a block.
template <class Cells>
__device__ void set_lanes(GroupMemory& memory, const GroupTask<Cells>& task) {
  auto* const starts = reinterpret_cast<typename Cells::Cell*>(memory.starts);
  auto* const living = reinterpret_cast<typename Cells::Cell*>(memory.living);
  const unsigned cells = task.row_threads() * Cells::of_thread;
  for (unsigned i = threadIdx.x; i < cells; i += block_threads) {
    const bool lives = i < task.sources && task.lanes[i].is_all == 0;
    starts[i] = static_cast<typename Cells::Cell>(lives ? task.lanes[i].start : Cells::infinity);
    living[i] = static_cast<typename Cells::Cell>(lives ? ~0U : 0U);
  }
}

/// This thread's place among those that share a row.
class RowThread {
 public:
  __device__ explicit RowThread(unsigned shift)
      : index(threadIdx.x & ((1U << shift) - 1)),
        mates(shift == 5 ? cuda::full_warp : ((1U << (1U << shift)) - 1) << (threadIdx.x % 32 >> shift << shift)),
        team(threadIdx.x >> shift),
        teams(block_threads >> shift) {}

  unsigned index;        // of its 16 bytes in the row
  unsigned mates;        // lanes of the warp
  unsigned team, teams;  // of the block
};

}  // namespace wayfront::push_pull
