// The kernels of a group as the host calls them: for each size of cells in a source of its own.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "group.cuh"
#include "group_rows.cuh"

namespace wayfront::push_pull {

/// Nothing here waits. `multiprocessors` are those of the current device.
template <class Cells>
struct GroupLaunch {
  /// Of solve(), at most. Throws Unsupported where not even one fits on a multiprocessor.
  static unsigned blocks(unsigned multiprocessors);
  /// Fills the cells; with `searches` alone, without levels and pull.
  static void solve(const GroupTask<Cells>& task, bool searches, unsigned blocks, unsigned multiprocessors,
                    cudaStream_t stream);
  /// What becomes of the cells: rows of distances, or sums of the lanes, which are zero before.
  static void write(const GroupTask<Cells>& task, std::int32_t* answer, unsigned multiprocessors, cudaStream_t stream);
  static void sum(const GroupTask<Cells>& task, std::uint32_t within, LaneSums* sums, unsigned multiprocessors,
                  cudaStream_t stream);
  /// After sum(), for the cells get marks. `faults` are zero before.
  static void check(const GroupTask<Cells>& task, unsigned long long* faults, unsigned multiprocessors,
                    cudaStream_t stream);
};

}  // namespace wayfront::push_pull
