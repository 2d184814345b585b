// Expand by a whole block: rows of at least as many arcs as the block has threads go to all of it, those of 32 and more
// to a warp, and shorter ones are laid end to end, as expand.cuh has it.
#pragma once

#include "wayfront/cuda/expand.cuh"

namespace wayfront::cuda {

/// What expand_block() needs of the block's shared memory, uninitialised.
template <OffsetType O, class From>
struct BlockRow {
  unsigned owner;
  Row<O, From> row;
};

/// All arcs of the rows of the block's threads, a row for each. `relaxer` as for expand_row(); its calls come from
/// whole warps, with one or four arcs per lane. By the whole block, whose size is a multiple of 32.
template <OffsetType O, class From, class Relaxer>
__device__ void expand_block(Row<O, From> mine, Relaxer& relaxer, BlockRow<O, From>& shared) {
  while (__syncthreads_or(mine.degree >= blockDim.x) != 0) {
    if (mine.degree >= blockDim.x) atomicExch(&shared.owner, threadIdx.x);  // one of them stays
    __syncthreads();
    if (shared.owner == threadIdx.x) {
      shared.row = mine;
      mine.degree = 0;
    }
    __syncthreads();
    const Row<O, From> row = shared.row;
    const From from[] = {row.from};
    for (O first = 0; first < row.degree; first += blockDim.x) {
      const bool on[] = {first + threadIdx.x < row.degree};
      const O at[] = {row.begin + first + threadIdx.x};
      relaxer.relax(on, at, from);
    }
  }
  for (unsigned wide = __ballot_sync(full_warp, mine.degree >= 32); wide != 0; wide &= wide - 1)
    expand_row(from_lane(mine, static_cast<unsigned>(__ffs(static_cast<int>(wide))) - 1), relaxer);
  if (mine.degree >= 32) mine.degree = 0;
  expand_rows(mine, relaxer);
}

}  // namespace wayfront::cuda
