// The floors: what the device's basic steps cost, so that an algorithm's time can be held against them.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "wayfront/cuda/error.hpp"

namespace wayfront::floors {

struct Figure {
  std::string name;
  std::string where;  // footprint, grid, ...
  double value;       // median
  std::string unit;
};
using Figures = std::vector<Figure>;

void measure_synchronisation(Figures& figures);
void measure_memory(Figures& figures);

/// Median seconds of `repeats` runs of launch() on `stream` between two events, after one that is not counted.
template <class F>
double median_seconds(cudaStream_t stream, F&& launch, int repeats = 9) {
  cudaEvent_t begin = nullptr, end = nullptr;
  WAYFRONT_CUDA(cudaEventCreate(&begin));
  WAYFRONT_CUDA(cudaEventCreate(&end));
  std::vector<float> times;
  for (int i = 0; i <= repeats; ++i) {
    WAYFRONT_CUDA(cudaEventRecord(begin, stream));
    launch();
    WAYFRONT_CUDA(cudaGetLastError());
    WAYFRONT_CUDA(cudaEventRecord(end, stream));
    WAYFRONT_CUDA(cudaEventSynchronize(end));
    float milliseconds = 0;
    WAYFRONT_CUDA(cudaEventElapsedTime(&milliseconds, begin, end));
    if (i != 0) times.push_back(milliseconds);
  }
  WAYFRONT_CUDA(cudaEventDestroy(begin));
  WAYFRONT_CUDA(cudaEventDestroy(end));
  std::ranges::nth_element(times, times.begin() + repeats / 2);
  return times[static_cast<std::size_t>(repeats / 2)] * 1e-3;
}

}  // namespace wayfront::floors
