// Radix sorts of arcs by row and weight, those of some rows at a time: part of sorted_rows.cu.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <type_traits>

#include "sorted_rows.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::push_pull {
namespace {

using cuda::DeviceBuffer;

constexpr unsigned block = 256;
constexpr unsigned max_blocks = 65536;
constexpr unsigned mark_arcs = 64;              // from one mark of a source to the next
constexpr unsigned slice_arcs = 1024;           // that a warp goes through
constexpr std::uint64_t sort_bytes = 25;        // of an arc: two buffers of keys and values, and a little for the sort
constexpr std::uint64_t usual_arcs = 1U << 27;  // that are sorted at once where there is memory

__device__ std::uint64_t grid_size() { return std::uint64_t{gridDim.x} * blockDim.x; }

/// Of 1 bit or more.
__device__ std::uint64_t low_bits(unsigned bits) { return ~std::uint64_t{0} >> (64 - bits); }

/// Without a sign: -0.0 is 0.
template <WeightType W>
__device__ W plain(W weight) {
  return weight > 0 ? weight : W{0};
}

/// Where the arcs of each row begin, and those of the last one end.
struct Starts {
  const void* numbers = nullptr;
  bool wide = false;  // 64 bits, else 32

  __device__ std::uint64_t operator[](std::uint64_t row) const {
    return wide ? static_cast<const std::uint64_t*>(numbers)[row] : static_cast<const std::uint32_t*>(numbers)[row];
  }
  /// The last row of [low, end) that does not begin behind this arc; `low` if there is none.
  __device__ Vertex last(std::uint64_t arc, Vertex low, Vertex end) const {
    while (end - low > 1) {
      const Vertex middle = low + (end - low) / 2;
      ((*this)[middle] <= arc ? low : end) = middle;
    }
    return low;
  }
};

/// The arcs on the device, as the rows of one side are made of them.
template <WeightType W>
struct Side {
  Vertex vertices;
  std::uint64_t edges;
  unsigned weight_bits;          // whose ones are no weight
  const Vertex* marks;           // the source of every arc that is a multiple of mark_arcs, and of the last one
  const std::uint32_t* numbers;  // of the vertices
  Starts offsets{};              // of the sources
  const Vertex* targets = nullptr;
  const W* weights = nullptr;
  bool is_out = true;
  Starts starts{};                   // of the rows
  std::uint32_t others = no_number;  // arcs whose other end has a number from here on are no one's: they end their rows

  __device__ Vertex source(std::uint64_t arc) const {
    return offsets.last(arc, marks[arc / mark_arcs], marks[arc / mark_arcs + 1] + 1);
  }
  __device__ Vertex row(std::uint64_t arc) const { return is_out ? source(arc) : targets[arc]; }
  __device__ std::uint32_t other(std::uint64_t arc) const { return numbers[is_out ? targets[arc] : source(arc)]; }
};

/// Rows that are sorted at the same time, and their arcs in the order of rows.
struct Pass {
  Vertex first, end;
  std::uint64_t begin, count;
};

/// Arcs of a pass in the order of rows and weights. Weights of 32 bits have been sorted together with the rows, those of
/// 64 before: what is left is the order.
template <WeightType W>
struct SortedArcs {
  static constexpr bool has_weights = sizeof(W) == 4;
  using Key = std::conditional_t<has_weights, std::uint64_t, std::uint32_t>;
  Side<W> side;
  Pass pass;
  const Key* keys;
  const std::uint32_t* values;  // other ends, or arcs

  __device__ Vertex row(std::uint64_t i) const {
    return pass.first + static_cast<Vertex>(has_weights ? keys[i] >> side.weight_bits : keys[i]);
  }
  /// In its row.
  __device__ std::uint32_t index(std::uint64_t i, Vertex row) const {
    return static_cast<std::uint32_t>(i - (side.starts[row] - pass.begin));
  }
  __device__ std::uint32_t other(std::uint64_t i) const { return has_weights ? values[i] : side.other(values[i]); }
  __device__ W weight(std::uint64_t i) const {
    if constexpr (has_weights)
      return cuda::distance_of<W>(static_cast<cuda::KeyOf<W>>(keys[i] & low_bits(side.weight_bits)));
    else
      return plain(side.weights[values[i]]);
  }
};

__global__ void __launch_bounds__(block)
    mark_sources(Starts offsets, Vertex vertices, std::uint64_t edges, Vertex* marks) {
  for (std::uint64_t i = cuda::grid_thread(); i * mark_arcs < edges + mark_arcs; i += grid_size())
    marks[i] = offsets.last(min(i * mark_arcs, edges - 1), 0, vertices);
}

/// The rows behind those of *pass, as many as have up to `arcs` arcs, but one at least.
__global__ void next_pass(Starts starts, Vertex rows, std::uint64_t arcs, Pass* pass) {
  if (cuda::grid_thread() != 0) return;
  const Vertex first = pass->end;
  const std::uint64_t begin = starts[first];
  const Vertex end = starts.last(begin + arcs, first + 1, rows + 1);
  *pass = {first, end, begin, starts[end] - begin};
}

/// The arcs to a pass's vertices, in their order: those of each slice from its place on. Or, without `chosen`, how many
/// each slice has.
__global__ void __launch_bounds__(block)
    choose_arcs(const Vertex* targets, std::uint64_t edges, Pass pass, std::uint32_t* places, std::uint32_t* chosen) {
  const unsigned lane = threadIdx.x % 32;
  for (std::uint64_t slice = cuda::grid_thread() / 32; slice * slice_arcs < edges; slice += grid_size() / 32) {
    std::uint32_t at = chosen != nullptr ? places[slice] : 0;
#pragma unroll 8
    for (unsigned k = 0; k < slice_arcs; k += 32) {
      const std::uint64_t arc = slice * slice_arcs + k + lane;
      const bool is_in = arc < edges && __ldg(targets + arc) - pass.first < pass.end - pass.first;
      const unsigned all = __ballot_sync(cuda::full_warp, is_in);
      if (is_in && chosen != nullptr)
        chosen[at + static_cast<unsigned>(__popc(all & ((1U << lane) - 1)))] = static_cast<std::uint32_t>(arc);
      at += static_cast<unsigned>(__popc(all));
    }
    if (chosen == nullptr && lane == 0) places[slice] = at;
  }
}

/// Of the arcs that the values say, or of those in a row from the pass's begin on.
template <WeightType W>
__global__ void __launch_bounds__(block)
    make_keys(Side<W> side, Pass pass, bool is_chosen, std::uint64_t* keys, std::uint32_t* values) {
  constexpr bool has_weights = SortedArcs<W>::has_weights;
  for (std::uint64_t i = cuda::grid_thread(); i < pass.count; i += grid_size()) {
    const std::uint64_t arc = is_chosen ? values[i] : pass.begin + i;
    const std::uint32_t other = side.other(arc);
    std::uint64_t key = low_bits(side.weight_bits);
    if (other < side.others) key = static_cast<std::uint64_t>(cuda::key_of(plain(side.weights[arc])));
    if (has_weights) key |= std::uint64_t{side.row(arc) - pass.first} << side.weight_bits;
    keys[i] = key;
    values[i] = has_weights ? other : static_cast<std::uint32_t>(arc);
  }
}

template <WeightType W>
__global__ void __launch_bounds__(block)
    make_row_keys(Side<W> side, Pass pass, const std::uint32_t* order, std::uint32_t* keys) {
  for (std::uint64_t i = cuda::grid_thread(); i < pass.count; i += grid_size())
    keys[i] = side.row(order[i]) - pass.first;
}

/// What the kernels have in common. Its end waits for them.
class Maker {
 public:
  explicit Maker(cudaStream_t stream) : stream_(stream) {}
  Maker(const Maker&) = delete;
  Maker& operator=(const Maker&) = delete;
  ~Maker() { WAYFRONT_CUDA_IGNORED(cudaStreamSynchronize(stream_)); }

  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), std::uint64_t items, Arguments... arguments) const {
    if (items == 0) return;
    cuda::launch(kernel, {cuda::blocks_for(items, block, max_blocks), block}, stream_, arguments...);
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
  /// The first `count` by keys<Key>(), which are not there afterwards; returns them in order. Equal ones stay so.
  template <class Key>
  const Key* sort(std::uint64_t count, unsigned bits) {
    cub::DoubleBuffer<Key> key_pair(keys<Key>(), keys<Key>() + size_);
    std::size_t bytes = 0;
    const int end = static_cast<int>(std::max(bits, 1U));
    WAYFRONT_CUDA(cub::DeviceRadixSort::SortPairs(nullptr, bytes, key_pair, value_pair_, count, 0, end, stream_));
    const DeviceBuffer<std::byte> scratch(bytes, "push-pull: scratch", stream_);
    WAYFRONT_CUDA(
        cub::DeviceRadixSort::SortPairs(scratch.data(), bytes, key_pair, value_pair_, count, 0, end, stream_));
    return key_pair.Current();
  }

 private:
  std::uint64_t size_;
  cudaStream_t stream_;
  DeviceBuffer<std::byte> keys_;
  DeviceBuffer<std::uint32_t> values_;
  cub::DoubleBuffer<std::uint32_t> value_pair_;
};

/// All rows of a side, pass by pass: store(sorted). A pass has `arcs` arcs at most, or one row.
template <WeightType W, class Store>
void sort_rows(const Maker& maker, Pairs& pairs, const Side<W>& side, std::uint64_t arcs, const Store& store) {
  const auto next = maker.array<Pass>(1, 0);
  for (Pass pass{}; pass.end < side.vertices;) {
    maker.launch(next_pass, 1, side.starts, side.vertices, arcs, next.data());
    pass = maker.fetch(next.data());
    if (pass.count == 0) continue;
    const bool is_chosen = !side.is_out && pass.count != side.edges;
    if (is_chosen) {
      const std::uint64_t slices = (side.edges + slice_arcs - 1) / slice_arcs;
      const auto places = maker.array<std::uint32_t>(slices, 0);
      const auto choose = [&](std::uint32_t* chosen) {
        maker.launch(choose_arcs, slices * 32, side.targets, side.edges, pass, places.data(), chosen);
      };
      choose(nullptr);
      maker.exclusive_sum(places.data(), slices);
      choose(pairs.values());
    }
    maker.launch(make_keys<W>, pass.count, side, pass, is_chosen, pairs.keys<std::uint64_t>(), pairs.values());
    const auto row_bits = static_cast<unsigned>(std::bit_width(pass.end - pass.first - 1));
    SortedArcs<W> sorted{side, pass, nullptr, nullptr};
    if constexpr (SortedArcs<W>::has_weights) {
      sorted.keys = pairs.sort<std::uint64_t>(pass.count, row_bits + side.weight_bits);
    } else {
      pairs.sort<std::uint64_t>(pass.count, side.weight_bits);
      maker.launch(make_row_keys<W>, pass.count, side, pass, pairs.values(), pairs.keys<std::uint32_t>());
      sorted.keys = pairs.sort<std::uint32_t>(pass.count, row_bits);
    }
    sorted.values = pairs.values();
    store(sorted);
  }
}

}  // namespace
}  // namespace wayfront::push_pull
