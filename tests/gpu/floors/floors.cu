// wayfront-gpu-floors: prints a table of what the device's basic steps cost, so that an algorithm's time can be held against
// them. Memory: streaming, random gathers, atomic minima, one sweep of relaxations over random arcs, and chains of dependent
// loads. Synchronisation: barriers, launches, copies back, graphs with a while node, and an empty round of rounds.cuh.
#include <cooperative_groups.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "../../core/threaded_context.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/error.hpp"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/status.hpp"

namespace wayfront::floors {
namespace {

struct Figure {
  std::string name;
  std::string where;  // footprint, grid, ...
  double value;       // median
  std::string unit;
};
using Figures = std::vector<Figure>;

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

constexpr unsigned sweep_block = 512;
constexpr std::uint64_t accesses = std::uint64_t{1} << 28;

__device__ std::uint32_t scrambled(std::uint64_t i) {
  std::uint64_t x = i * 0x9e37'79b9'7f4a'7c15U;
  x ^= x >> 32;
  return static_cast<std::uint32_t>((x * 0xd6e8'feb8'6659'fd93U) >> 32);
}

/// Calls f(i) for i < count, four apart in flight per thread.
template <class F>
__device__ void sweep(std::uint64_t count, F&& f) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  const std::uint64_t first = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (std::uint64_t i = first; i < count; i += 4 * threads)
#pragma unroll
    for (int j = 0; j < 4; ++j) f(i + static_cast<unsigned>(j) * threads);
}

__global__ void stream_in(const uint4* data, std::uint64_t count, std::uint32_t* out) {
  std::uint32_t sum = 0;
  sweep(count, [&](std::uint64_t i) {
    const uint4 x = __ldcs(data + i);
    sum += x.x ^ x.y ^ x.z ^ x.w;
  });
  if (sum == 0xdead'beefU) *out = sum;
}

__global__ void gather(const std::uint32_t* data, std::uint32_t mask, std::uint32_t* out) {
  std::uint32_t sum = 0;
  sweep(accesses, [&](std::uint64_t i) { sum += data[scrambled(i) & mask]; });
  if (sum == 0xdead'beefU) *out = sum;
}

template <bool Used>
__global__ void minimum(std::int32_t* data, std::uint32_t mask, std::uint32_t* out) {
  std::int32_t sum = 0;
  sweep(accesses, [&](std::uint64_t i) {
    const std::uint32_t x = scrambled(i);
    const auto value = static_cast<std::int32_t>(x >> 1);
    if constexpr (Used) {
      sum += atomicMin(data + (x & mask), value);
    } else {
      atomicMin(data + (x & mask), value);
    }
  });
  if (sum == 0x1eef) *out = 1;
}

__global__ void make_arcs(uint2* arcs, std::uint32_t mask) {
  sweep(accesses, [&](std::uint64_t i) { arcs[i] = {scrambled(i) & mask, 1 + scrambled(~i) % 100}; });
}

/// 8 bytes of arc streamed, its target's distance gathered and compared; no distance improves.
__global__ void relax_arcs(const uint2* arcs, cuda::KeyOf<std::int32_t>* distances, std::uint32_t* out) {
  std::uint32_t improved = 0;
  sweep(accesses, [&](std::uint64_t i) {
    const uint2 arc = __ldcs(arcs + i);
    improved += cuda::relax(distances, arc.x, static_cast<std::int32_t>(arc.y)) ? 1U : 0U;
  });
  if (improved != 0) atomicAdd(out, improved);
}

/// Each start has a way of its own, which no earlier launch has brought into the cache.
__global__ void chain(const std::uint32_t* data, std::uint32_t mask, int steps, std::uint32_t start,
                      std::uint32_t* out) {
  std::uint32_t at = start;
  for (int i = 0; i < steps; ++i) at = at * 1664525U + 1013904223U + __ldcg(data + ((at >> 3) & mask));
  *out = at;
}

std::string megabytes(std::uint64_t bytes) { return std::to_string(bytes >> 20) + " MB"; }

void measure_memory(Figures& figures) {
  const cuda::Stream stream;
  int multiprocessors = 0;
  WAYFRONT_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  const auto blocks = static_cast<unsigned>(multiprocessors * 4);
  const auto rate = [](double seconds) { return static_cast<double>(accesses) / seconds * 1e-9; };
  const cuda::DeviceBuffer<std::uint32_t> out(1, "result", stream);
  const cuda::DeviceBuffer<uint2> arcs(accesses, "arcs", stream);  // 2 GB: also what is streamed
  const cuda::DeviceBuffer<std::uint32_t> data(std::uint64_t{1} << 28, "targets", stream);
  make_arcs<<<blocks, sweep_block, 0, stream>>>(arcs.data(), ~0U);
  data.fill_bytes(0, stream);

  const double streaming = median_seconds(stream, [&] {
    stream_in<<<blocks, sweep_block, 0, stream>>>(reinterpret_cast<const uint4*>(arcs.data()), accesses / 2,
                                                  out.data());
  });
  figures.push_back(
      {"streaming read", megabytes(arcs.bytes()), static_cast<double>(arcs.bytes()) / streaming * 1e-9, "GB/s"});

  for (const std::uint64_t bytes : {1U << 20, 4U << 20, 16U << 20, 32U << 20, 64U << 20, 256U << 20, 1U << 30}) {
    const auto mask = static_cast<std::uint32_t>(bytes / 4 - 1);
    const std::string where = megabytes(bytes);
    auto* const keys = reinterpret_cast<cuda::KeyOf<std::int32_t>*>(data.data());
    const double gathering =
        median_seconds(stream, [&] { gather<<<blocks, sweep_block, 0, stream>>>(data.data(), mask, out.data()); });
    const double unused = median_seconds(stream, [&] {
      data.fill_bytes(0x7f, stream);
      minimum<false><<<blocks, sweep_block, 0, stream>>>(keys, mask, out.data());
    });
    const double used = median_seconds(stream, [&] {
      data.fill_bytes(0x7f, stream);
      minimum<true><<<blocks, sweep_block, 0, stream>>>(keys, mask, out.data());
    });
    const double filling = median_seconds(stream, [&] { data.fill_bytes(0x7f, stream); });
    make_arcs<<<blocks, sweep_block, 0, stream>>>(arcs.data(), mask);
    data.fill_bytes(0, stream);
    const double relaxing =
        median_seconds(stream, [&] { relax_arcs<<<blocks, sweep_block, 0, stream>>>(arcs.data(), keys, out.data()); });
    figures.push_back({"random 4-byte gather", where, rate(gathering), "G/s"});
    figures.push_back({"atomicMin, result unused", where, rate(unused - filling), "G/s"});
    figures.push_back({"atomicMin, result used", where, rate(used - filling), "G/s"});
    figures.push_back({"relax sweep over random arcs", where, rate(relaxing), "G arcs/s"});
  }
  constexpr int steps = 20'000;
  std::uint32_t start = 1;
  for (const std::uint64_t bytes : {16U << 20, 1U << 30}) {
    const double seconds = median_seconds(stream, [&] {
      chain<<<1, 1, 0, stream>>>(data.data(), static_cast<std::uint32_t>(bytes / 4 - 1), steps, start += 777'777'777U,
                                 out.data());
    });
    figures.push_back({"dependent load", megabytes(bytes), seconds / steps * 1e9, "ns"});
  }
}

namespace cg = cooperative_groups;

__global__ void empty() {}

__global__ void library_barriers(int count) {
  for (int i = 0; i < count; ++i) cg::this_grid().sync();
}

__global__ void own_barriers(cuda::BarrierWords* words, int count, std::uint64_t* out) {
  cuda::GridBarrier barrier(words, 0);
  std::uint64_t sum = 0;
  for (int i = 0; i < count; ++i) {
    __syncthreads();
    if (threadIdx.x == 0) sum += barrier.pass(1);
    __syncthreads();
  }
  if (threadIdx.x == 0 && blockIdx.x == 0) *out = sum;
}

__global__ void count_down(cudaGraphConditionalHandle handle, int* left) {
  if (--*left == 0) cudaGraphSetConditional(handle, 0);
}

/// Pushes one vertex a round.
struct EmptyStep {
  static constexpr int phases = 1;
  struct Shared {};
  template <int Phase>
  __device__ void run(const cuda::Round<std::int32_t>&, cuda::Tally<std::int32_t>& tally, Shared&) const {
    if (blockIdx.x == 0 && threadIdx.x == 0) tally.waiting = 1;
  }
};

void launch_cooperative(const void* kernel, unsigned blocks, unsigned threads, void** arguments, cudaStream_t stream) {
  WAYFRONT_CUDA(cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(threads), arguments, 0, stream));
}

void measure_barriers(Figures& figures, int multiprocessors, cudaStream_t stream) {
  constexpr int count = 2000;
  const cuda::DeviceBuffer<cuda::BarrierWords> words(1, "barrier", stream);
  const cuda::DeviceBuffer<std::uint64_t> out(1, "sum", stream);
  for (const int per_sm : {1, 2, 4, 8})
    for (const unsigned threads : {128U, 256U, 1024U}) {
      if (static_cast<unsigned>(per_sm) * threads > 2048) continue;
      const auto blocks = static_cast<unsigned>(multiprocessors * per_sm);
      const std::string where = std::to_string(blocks) + " blocks of " + std::to_string(threads);
      int times = count;
      void* library[] = {&times};
      const double theirs = median_seconds(stream, [&] {
        launch_cooperative(reinterpret_cast<const void*>(library_barriers), blocks, threads, library, stream);
      });
      auto* memory = words.data();
      auto* sum = out.data();
      void* own[] = {&memory, &times, &sum};
      const double ours = median_seconds(stream, [&] {
        words.fill_bytes(0, stream);
        launch_cooperative(reinterpret_cast<const void*>(own_barriers), blocks, threads, own, stream);
      });
      figures.push_back({"grid barrier, grid.sync", where, theirs / count * 1e6, "us"});
      figures.push_back({"grid barrier, ours with a sum", where, ours / count * 1e6, "us"});
    }
}

template <class F>
double host_microseconds(int count, F&& call) {
  call();
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) call();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count() / count;
}

void measure_launches(Figures& figures, int multiprocessors, const cuda::Stream& stream) {
  constexpr int count = 1000;
  const auto blocks = static_cast<unsigned>(multiprocessors);
  const std::string where = std::to_string(blocks) + " blocks of 256";
  const auto launch = [&] { empty<<<blocks, 256, 0, stream>>>(); };
  const cuda::DeviceBuffer<int> word(1, "word", stream);
  const cuda::HostBuffer<int> pinned(1, "word");
  int pageable = 0;
  const auto copy_to = [&](int* to) {
    WAYFRONT_CUDA(cudaMemcpyAsync(to, word.data(), sizeof(int), cudaMemcpyDeviceToHost, stream));
    stream.wait();
  };
  word.fill_bytes(0, stream);
  figures.push_back({"kernel after kernel", where, host_microseconds(count, launch), "us"});
  stream.wait();
  figures.push_back({"launch + wait", where, host_microseconds(count, [&] { launch(), stream.wait(); }), "us"});
  figures.push_back({"cooperative launch + wait", where,
                     host_microseconds(count,
                                       [&] {
                                         launch_cooperative(reinterpret_cast<const void*>(empty), blocks, 256, nullptr,
                                                            stream);
                                         stream.wait();
                                       }),
                     "us"});
  figures.push_back({"launch + 4-byte copy back, page-locked", where,
                     host_microseconds(count, [&] { launch(), copy_to(pinned.data()); }), "us"});
  figures.push_back({"launch + 4-byte copy back, pageable", where,
                     host_microseconds(count, [&] { launch(), copy_to(&pageable); }), "us"});
}

void measure_graph(Figures& figures, const cuda::Stream& stream) {
  constexpr int count = 2000;
  const cuda::DeviceBuffer<int> left(1, "counter", stream);
  cudaGraph_t graph = nullptr;
  WAYFRONT_CUDA(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle handle{};
  WAYFRONT_CUDA(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams loop{};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = handle;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t node = nullptr;
#if CUDART_VERSION >= 13000
  WAYFRONT_CUDA(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop));
#else
  WAYFRONT_CUDA(cudaGraphAddNode(&node, graph, nullptr, 0, &loop));
#endif
  int* counter = left.data();
  void* arguments[] = {&handle, &counter};
  cudaKernelNodeParams body{};
  body.func = reinterpret_cast<void*>(count_down);
  body.gridDim = body.blockDim = dim3(1);
  body.kernelParams = arguments;
  cudaGraphNode_t kernel = nullptr;
  WAYFRONT_CUDA(cudaGraphAddKernelNode(&kernel, loop.conditional.phGraph_out[0], nullptr, 0, &body));
  cudaGraphExec_t ready = nullptr;
  WAYFRONT_CUDA(cudaGraphInstantiate(&ready, graph, 0));
  const double seconds = median_seconds(stream, [&] {
    WAYFRONT_CUDA(cudaMemcpyAsync(left.data(), &count, sizeof count, cudaMemcpyHostToDevice, stream));
    WAYFRONT_CUDA(cudaGraphLaunch(ready, stream));
  });
  figures.push_back({"graph, one turn of a while node", "one kernel of 1 thread", seconds / count * 1e6, "us"});
  WAYFRONT_CUDA(cudaGraphExecDestroy(ready));
  WAYFRONT_CUDA(cudaGraphDestroy(graph));
}

void measure_rounds(Figures& figures, const cuda::Stream& stream) {
  host::ThreadedContext context(1);
  cuda::RoundLoop<std::int32_t> loop(stream);
  for (const cuda::Loop kind : {cuda::Loop::device, cuda::Loop::host})
    for (const unsigned block : {256U, 1024U}) {
      const std::uint64_t rounds = kind == cuda::Loop::device ? 5000 : 500;
      const auto run = [&] {
        loop.start(context);
        cuda::run_rounds<std::int32_t>(loop, EveryVertex<std::int32_t>{}, EmptyStep{},
                                       {.loop = kind, .block = block, .items = 1 << 20}, {.until = rounds}, context);
      };
      const double seconds = host_microseconds(5, run);
      figures.push_back({kind == cuda::Loop::device ? "empty round, device loop" : "empty round, host loop",
                         "blocks of " + std::to_string(block), seconds / static_cast<double>(rounds), "us"});
    }
}

void measure_synchronisation(Figures& figures) {
  const cuda::Stream stream;
  int multiprocessors = 0;
  WAYFRONT_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  measure_barriers(figures, multiprocessors, stream);
  measure_launches(figures, multiprocessors, stream);
  measure_graph(figures, stream);
  measure_rounds(figures, stream);
}

}  // namespace
}  // namespace wayfront::floors

int main() {
  try {
    wayfront::cuda::probe(0);
    wayfront::cuda::use_device(0);
    wayfront::floors::Figures figures;
    wayfront::floors::measure_synchronisation(figures);
    wayfront::floors::measure_memory(figures);
    for (const auto& figure : figures)
      std::printf("%-44s %-28s %10.3f %s\n", figure.name.c_str(), figure.where.c_str(), figure.value,
                  figure.unit.c_str());
    return 0;
  } catch (const wayfront::Failure& failure) {
    std::fprintf(stderr, "wayfront-gpu-floors: %s\n", failure.what());
    return 1;
  }
}
