// Streaming, random gathers, atomic minima, one sweep of relaxations over random arcs, and chains of dependent loads.
#include <cstdint>
#include <string>

#include "floors.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/stream.hpp"

namespace wayfront::floors {
namespace {

constexpr unsigned block = 512;
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

}  // namespace

void measure_memory(Figures& figures) {
  const cuda::Stream stream;
  int multiprocessors = 0;
  WAYFRONT_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  const auto blocks = static_cast<unsigned>(multiprocessors * 4);
  const auto rate = [](double seconds) { return static_cast<double>(accesses) / seconds * 1e-9; };
  const cuda::DeviceBuffer<std::uint32_t> out(1, "result", stream);
  const cuda::DeviceBuffer<uint2> arcs(accesses, "arcs", stream);  // 2 GB: also what is streamed
  const cuda::DeviceBuffer<std::uint32_t> data(std::uint64_t{1} << 28, "targets", stream);
  make_arcs<<<blocks, block, 0, stream>>>(arcs.data(), ~0U);
  data.fill_bytes(0, stream);

  const double streaming = median_seconds(stream, [&] {
    stream_in<<<blocks, block, 0, stream>>>(reinterpret_cast<const uint4*>(arcs.data()), accesses / 2, out.data());
  });
  figures.push_back(
      {"streaming read", megabytes(arcs.bytes()), static_cast<double>(arcs.bytes()) / streaming * 1e-9, "GB/s"});

  for (const std::uint64_t bytes : {1U << 20, 4U << 20, 16U << 20, 32U << 20, 64U << 20, 256U << 20, 1U << 30}) {
    const auto mask = static_cast<std::uint32_t>(bytes / 4 - 1);
    const std::string where = megabytes(bytes);
    auto* const keys = reinterpret_cast<cuda::KeyOf<std::int32_t>*>(data.data());
    const double gathering =
        median_seconds(stream, [&] { gather<<<blocks, block, 0, stream>>>(data.data(), mask, out.data()); });
    const double unused = median_seconds(stream, [&] {
      data.fill_bytes(0x7f, stream);
      minimum<false><<<blocks, block, 0, stream>>>(keys, mask, out.data());
    });
    const double used = median_seconds(stream, [&] {
      data.fill_bytes(0x7f, stream);
      minimum<true><<<blocks, block, 0, stream>>>(keys, mask, out.data());
    });
    const double filling = median_seconds(stream, [&] { data.fill_bytes(0x7f, stream); });
    make_arcs<<<blocks, block, 0, stream>>>(arcs.data(), mask);
    data.fill_bytes(0, stream);
    const double relaxing =
        median_seconds(stream, [&] { relax_arcs<<<blocks, block, 0, stream>>>(arcs.data(), keys, out.data()); });
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

}  // namespace wayfront::floors
