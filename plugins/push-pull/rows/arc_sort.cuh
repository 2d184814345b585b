// Radix sorts of all arcs by row and weight: part of sorted_rows.cu.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/graph.hpp"

namespace wayfront::push_pull {
namespace {

using cuda::DeviceBuffer;

constexpr unsigned block = 256;
constexpr unsigned max_blocks = 65536;

/// What the arcs look like from the side whose rows are made.
struct Ends {
  const Vertex* row;
  const Vertex* other;
};

__device__ std::uint64_t grid_size() { return std::uint64_t{gridDim.x} * blockDim.x; }

__device__ std::uint64_t low_bits(unsigned bits) { return (std::uint64_t{1} << bits) - 1; }

/// Without a sign: -0.0 is 0.
template <WeightType W>
__device__ W plain(W weight) {
  return weight > 0 ? weight : W{0};
}

/// Arcs whose other end has no arcs in go to a row of their own, the last: they are no one's.
struct RowOf {
  Ends ends;
  const std::uint32_t* numbers;
  std::uint32_t others, last_row;

  __device__ std::uint32_t other(std::uint64_t i) const { return numbers[ends.other[i]]; }
  __device__ std::uint32_t row(std::uint64_t i) const { return other(i) < others ? numbers[ends.row[i]] : last_row; }
};

/// Arcs in the order of rows and weights. Weights of 32 bits have been sorted together with the rows.
template <WeightType W>
struct SortedArcs {
  const std::uint64_t* keys;
  const std::uint32_t* others;
  unsigned weight_bits;

  __device__ std::uint32_t row(std::uint64_t i) const { return static_cast<std::uint32_t>(keys[i] >> weight_bits); }
  __device__ std::uint32_t other(std::uint64_t i) const { return others[i]; }
  __device__ W weight(std::uint64_t i) const {
    return cuda::distance_of<W>(static_cast<cuda::KeyOf<W>>(keys[i] & low_bits(weight_bits)));
  }
};
/// Weights of 64 bits have been sorted before the rows: what is left is the order.
template <WeightType W>
requires(sizeof(W) == 8) struct SortedArcs<W> {
  const std::uint32_t* keys;
  const std::uint32_t* order;
  RowOf rows;
  const W* weights;

  __device__ std::uint32_t row(std::uint64_t i) const { return keys[i]; }
  __device__ std::uint32_t other(std::uint64_t i) const { return rows.other(order[i]); }
  __device__ W weight(std::uint64_t i) const { return plain(weights[order[i]]); }
};

template <WeightType W>
__global__ void __launch_bounds__(block) make_keys(RowOf rows, const W* weights, std::uint64_t edges,
                                                   unsigned weight_bits, std::uint64_t* keys, std::uint32_t* values) {
  for (std::uint64_t i = cuda::grid_thread(); i < edges; i += grid_size()) {
    keys[i] = std::uint64_t{rows.row(i)} << weight_bits | static_cast<std::uint32_t>(cuda::key_of(plain(weights[i])));
    values[i] = rows.other(i);
  }
}

template <WeightType W>
__global__ void __launch_bounds__(block)
    make_weight_keys(const W* weights, std::uint64_t edges, std::uint64_t* keys, std::uint32_t* order) {
  for (std::uint64_t i = cuda::grid_thread(); i < edges; i += grid_size()) {
    keys[i] = static_cast<std::uint64_t>(cuda::key_of(plain(weights[i])));
    order[i] = static_cast<std::uint32_t>(i);
  }
}

__global__ void __launch_bounds__(block)
    make_row_keys(RowOf rows, const std::uint32_t* order, std::uint64_t edges, std::uint32_t* keys) {
  for (std::uint64_t i = cuda::grid_thread(); i < edges; i += grid_size()) keys[i] = rows.row(order[i]);
}

/// What the passes have in common.
class Maker {
 public:
  explicit Maker(cudaStream_t stream) : stream_(stream) {}

  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), std::uint64_t items, Arguments... arguments) const {
    if (items == 0) return;
    kernel<<<cuda::blocks_for(items, block, max_blocks), block, 0, stream_>>>(arguments...);
    WAYFRONT_CUDA(cudaGetLastError());
  }
  template <class T>
  DeviceBuffer<T> array(std::uint64_t size, int bytes) const {
    DeviceBuffer<T> it(size, "push-pull: sorted rows", stream_);
    it.fill_bytes(bytes, stream_);
    return it;
  }
  template <class T>
  T fetch(const T* place) const {
    T value;
    WAYFRONT_CUDA(cudaMemcpyAsync(&value, place, sizeof value, cudaMemcpyDeviceToHost, stream_));
    WAYFRONT_CUDA(cudaStreamSynchronize(stream_));
    return value;
  }
  /// In place.
  void exclusive_sum(std::uint32_t* numbers, std::uint64_t count) const {
    std::size_t bytes = 0;
    WAYFRONT_CUDA(cub::DeviceScan::ExclusiveSum(nullptr, bytes, numbers, numbers, count, stream_));
    const DeviceBuffer<std::byte> scratch(bytes, "push-pull: scratch", stream_);
    WAYFRONT_CUDA(cub::DeviceScan::ExclusiveSum(scratch.data(), bytes, numbers, numbers, count, stream_));
  }

 private:
  cudaStream_t stream_;
};

/// Keys of up to 64 bits with values of 32 that can be sorted by them, more than once: two buffers of each.
class Pairs {
 public:
  Pairs(std::uint64_t size, unsigned key_bytes, cudaStream_t stream)
      : size_(size),
        stream_(stream),
        keys_{2 * size * key_bytes, "push-pull: arcs while they are sorted", stream},
        values_{2 * size, "push-pull: arcs while they are sorted", stream},
        value_pair_(values_.data(), values_.data() + size) {}

  /// Of the next sort.
  template <class Key>
  Key* keys() const {
    return reinterpret_cast<Key*>(keys_.data());
  }
  std::uint32_t* values() { return value_pair_.Current(); }
  /// By keys<Key>(), which are not there afterwards; returns them in order. Equal ones stay as they are.
  template <class Key>
  const Key* sort(unsigned bits) {
    cub::DoubleBuffer<Key> key_pair(keys<Key>(), keys<Key>() + size_);
    std::size_t bytes = 0;
    const int end = static_cast<int>(std::max(bits, 1U));
    WAYFRONT_CUDA(cub::DeviceRadixSort::SortPairs(nullptr, bytes, key_pair, value_pair_, size_, 0, end, stream_));
    const DeviceBuffer<std::byte> scratch(bytes, "push-pull: scratch", stream_);
    WAYFRONT_CUDA(
        cub::DeviceRadixSort::SortPairs(scratch.data(), bytes, key_pair, value_pair_, size_, 0, end, stream_));
    return key_pair.Current();
  }

 private:
  std::uint64_t size_;
  cudaStream_t stream_;
  DeviceBuffer<std::byte> keys_;
  DeviceBuffer<std::uint32_t> values_;
  cub::DoubleBuffer<std::uint32_t> value_pair_;
};

/// How many bits the keys of rows and of weights have.
struct KeyBits {
  unsigned row, weight;
};

template <WeightType W>
SortedArcs<W> sort_arcs(const Maker& maker, Pairs& pairs, const RowOf& rows, const W* weights, std::uint64_t edges,
                        KeyBits bits) {
  if constexpr (sizeof(W) == 4) {
    maker.launch(make_keys<W>, edges, rows, weights, edges, bits.weight, pairs.keys<std::uint64_t>(), pairs.values());
    const std::uint64_t* const keys = pairs.sort<std::uint64_t>(bits.row + bits.weight);
    return {keys, pairs.values(), bits.weight};
  } else {
    maker.launch(make_weight_keys<W>, edges, weights, edges, pairs.keys<std::uint64_t>(), pairs.values());
    pairs.sort<std::uint64_t>(bits.weight);
    maker.launch(make_row_keys, edges, rows, pairs.values(), edges, pairs.keys<std::uint32_t>());
    const std::uint32_t* const keys = pairs.sort<std::uint32_t>(bits.row);
    return {keys, pairs.values(), rows, weights};
  }
}

}  // namespace
}  // namespace wayfront::push_pull
