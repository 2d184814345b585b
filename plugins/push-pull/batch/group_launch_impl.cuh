// The members of GroupLaunch, for the source of each size of cells.
#pragma once

#include <algorithm>

#include "group_check.cuh"
#include "group_kernel.cuh"
#include "group_launch.cuh"
#include "wayfront/cuda/error.hpp"

namespace wayfront::push_pull {

template <class Cells>
unsigned GroupLaunch<Cells>::blocks(unsigned multiprocessors) {
  WAYFRONT_CUDA(cudaFuncSetAttribute(solve_group<Cells>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     static_cast<int>(sizeof(GroupMemory))));
  int resident = 0;
  WAYFRONT_CUDA(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, solve_group<Cells>, block_threads, sizeof(GroupMemory)));
  if (resident == 0) throw Unsupported("push-pull: this device has too little shared memory");
  return multiprocessors * std::min(static_cast<unsigned>(resident), blocks_per_sm);
}

template <class Cells>
void GroupLaunch<Cells>::solve(const GroupTask<Cells>& task, bool searches, unsigned blocks, unsigned multiprocessors,
                               cudaStream_t stream) {
  const std::uint64_t count = std::uint64_t{task.graph.numbering.reachable()} << task.row_shift;
  clear_cells<Cells><<<multiprocessors * 4, block_threads, 0, stream>>>(task.cells, count);
  WAYFRONT_CUDA(cudaGetLastError());
  plant_searches<Cells><<<task.sources, block_threads, 0, stream>>>(task);
  WAYFRONT_CUDA(cudaGetLastError());
  if (searches) return;
  GroupTask<Cells> argument = task;
  void* arguments[] = {&argument};
  WAYFRONT_CUDA(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(solve_group<Cells>), dim3(blocks),
                                            dim3(block_threads), arguments, sizeof(GroupMemory), stream));
}

template <class Cells>
void GroupLaunch<Cells>::write(const GroupTask<Cells>& task, std::int32_t* answer, unsigned multiprocessors,
                               cudaStream_t stream) {
  write_rows<Cells>
      <<<multiprocessors * 4, tile_threads, tile_bytes<Cells>(1U << task.row_shift), stream>>>(task, answer);
  WAYFRONT_CUDA(cudaGetLastError());
}

template <class Cells>
void GroupLaunch<Cells>::sum(const GroupTask<Cells>& task, std::uint32_t within, LaneSums* sums,
                             unsigned multiprocessors, cudaStream_t stream) {
  sum_lanes<Cells><<<multiprocessors * 4, sum_threads, 0, stream>>>(task, within, sums);
  WAYFRONT_CUDA(cudaGetLastError());
}

template <class Cells>
void GroupLaunch<Cells>::check(const GroupTask<Cells>& task, unsigned long long* faults, unsigned multiprocessors,
                               cudaStream_t stream) {
  check_sources<Cells><<<task.sources, block_threads, 0, stream>>>(task, faults);
  WAYFRONT_CUDA(cudaGetLastError());
  check_lanes<Cells><<<multiprocessors * 4, block_threads, 0, stream>>>(task, faults);
  WAYFRONT_CUDA(cudaGetLastError());
}

}  // namespace wayfront::push_pull
