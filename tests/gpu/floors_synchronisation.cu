// Barriers, launches, copies back, graphs with a while node, and an empty round of rounds.cuh.
#include <cooperative_groups.h>

#include <chrono>
#include <string>

#include "../core/threaded_context.hpp"
#include "floors.hpp"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/cuda/stream.hpp"

namespace wayfront::floors {
namespace {

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

}  // namespace

void measure_synchronisation(Figures& figures) {
  const cuda::Stream stream;
  int multiprocessors = 0;
  WAYFRONT_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  measure_barriers(figures, multiprocessors, stream);
  measure_launches(figures, multiprocessors, stream);
  measure_graph(figures, stream);
  measure_rounds(figures, stream);
}

}  // namespace wayfront::floors
