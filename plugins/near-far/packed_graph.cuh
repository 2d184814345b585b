// The graph as near-far's kernels read it: target and weight of an arc side by side, and the heads of the rows. Packing is
// one pass over the arcs, which also adds up the weights, and one over the vertices.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include "depth.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/hub_queue.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/graph.hpp"
#include "wayfront/packed_arc.hpp"
#include "wayfront/run.hpp"

namespace wayfront::near_far {

/// A part of a hub's row, and the hub's distance when it was queued.
template <class Key>
struct alignas(16) HubTile {
  Vertex vertex;  // or no_vertex
  std::uint32_t part;
  Key key;
};
template <class Key>
using HubQueue = cuda::HubQueue<HubTile<Key>, 1024>;

/// In a head, a slot without an arc.
template <WeightType W>
WAYFRONT_HD constexpr ArcWordOf<W> no_arc() {
  return arc_word_of_bits<W>(no_vertex, 0);
}
/// The last slot of a head whose row is longer: the first three slots are arcs, the others are behind them in `arcs`.
template <WeightType W>
WAYFRONT_HD constexpr ArcWordOf<W> more_arcs() {
  return arc_word_of_bits<W>(no_vertex, 1);
}
__device__ inline bool says_more_arcs(ArcWord arc) { return arc == more_arcs<std::int32_t>(); }
__device__ inline bool says_more_arcs(const WideArcWord& arc) { return target_of(arc) == no_vertex && arc.weight != 0; }

/// The distance behind an arc; never below an unreached one where it does not fit. Neither part is negative.
template <WeightType W>
__device__ cuda::KeyOf<W> distance_behind(cuda::KeyOf<W> key, const ArcWordOf<W>& arc) {
  [[maybe_unused]] const auto bits = weight_bits(arc);
  if constexpr (std::is_same_v<W, float>) {
    return __float_as_int(__fadd_rn(__int_as_float(key), __uint_as_float(bits)));
  } else if constexpr (std::is_same_v<W, double>) {
    return __double_as_longlong(
        __dadd_rn(__longlong_as_double(key), __longlong_as_double(static_cast<long long>(bits))));
  } else {
    using Bits = decltype(weight_bits(arc));
    constexpr auto unreached = static_cast<Bits>(cuda::unreached_key<W>);
    const Bits distance = static_cast<Bits>(key) + bits;
    return static_cast<cuda::KeyOf<W>>(distance < unreached ? distance : unreached);
  }
}

template <WeightType W, OffsetType O>
struct HeadedView : PackedView<W, O> {
  const ArcWordOf<W>* heads;  // head_arcs slots of each vertex, aligned to their size; or null
};

inline constexpr unsigned packing_block = 256;

/// sums[blockIdx.x] becomes the sum of the weights that this block saw, added up in an order that is always the same.
template <WeightType W, OffsetType O>
__global__ void __launch_bounds__(packing_block)
    pack_arcs(const CsrView<W, O> graph, PackedArc<W>* arcs, double* sums) {
  __shared__ double parts[packing_block];
  double sum = 0;
  const std::uint64_t step = std::uint64_t{gridDim.x} * packing_block;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * packing_block + threadIdx.x; i < graph.edges; i += step) {
    store_arc(arcs + i, graph.targets[i], graph.weights[i]);
    sum += static_cast<double>(graph.weights[i]);
  }
  parts[threadIdx.x] = sum;
  for (unsigned half = packing_block / 2; half != 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = parts[0];
}

struct PackedCounts {
  unsigned long long hub_tiles, thin_vertices;
};

/// A thread per slot of a head; the first of a vertex also counts its tiles if it is a hub, or itself if it is thin.
template <WeightType W, OffsetType O>
__global__ void __launch_bounds__(packing_block)
    make_heads(const PackedView<W, O> graph, ArcWordOf<W>* heads, unsigned hub_degree, PackedCounts* counts) {
  unsigned thin = 0;
  const std::uint64_t step = std::uint64_t{gridDim.x} * packing_block;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * packing_block + threadIdx.x;
       i < std::uint64_t{head_arcs} * graph.vertices; i += step) {
    const O begin = graph.offsets[i / head_arcs];
    const O degree = graph.offsets[i / head_arcs + 1] - begin;
    const auto slot = static_cast<unsigned>(i % head_arcs);
    if (slot == 0 && degree > hub_degree)
      atomicAdd(&counts->hub_tiles, static_cast<unsigned long long>(HubQueue<cuda::KeyOf<W>>::Ref::parts(degree)));
    if (slot == 0 && degree <= 2) ++thin;
    if (heads == nullptr) continue;
    ArcWordOf<W> arc = no_arc<W>();
    if (slot < degree) arc = graph.words()[begin + slot];
    if (slot == head_arcs - 1 && degree > head_arcs) arc = more_arcs<W>();
    heads[i] = arc;
  }
  __shared__ unsigned block_thin;
  if (threadIdx.x == 0) block_thin = 0;
  __syncthreads();
  if (thin != 0) atomicAdd(&block_thin, thin);
  __syncthreads();
  if (threadIdx.x == 0 && block_thin != 0)
    atomicAdd(&counts->thin_vertices, static_cast<unsigned long long>(block_thin));
}

/// The owner, on the current device.
template <WeightType W, OffsetType O>
class PackedGraph {
 public:
  /// Waits. Vertices of more than `hub_degree` arcs are hubs.
  PackedGraph(const Graph& graph, bool with_heads, unsigned hub_degree, RunContext& context, cudaStream_t stream);

  HeadedView<W, O> view() const { return view_; }
  /// The same arcs as they came.
  const CsrView<W, O>& csr() const { return csr_; }
  /// Tiles that the rows of all hubs make.
  std::uint64_t hub_tiles() const { return hub_tiles_; }
  /// Vertices of at most two arcs out.
  std::uint64_t thin_vertices() const { return thin_vertices_; }
  /// 0 without arcs. The same in each run, in the last bit.
  double mean_weight() const { return mean_weight_; }

 private:
  std::shared_ptr<const cuda::DeviceGraph> shared_;
  cuda::DeviceBuffer<PackedArc<W>> arcs_;
  cuda::DeviceBuffer<ArcWordOf<W>> heads_;
  HeadedView<W, O> view_{};
  CsrView<W, O> csr_{};
  std::uint64_t hub_tiles_ = 0, thin_vertices_ = 0;
  double mean_weight_ = 0;
};

template <WeightType W, OffsetType O>
PackedGraph<W, O>::PackedGraph(const Graph& graph, bool with_heads, unsigned hub_degree, RunContext& context,
                               cudaStream_t stream)
    : shared_(cuda::DeviceGraph::of(graph, context)) {
  const CsrView<W, O> csr = std::get<CsrView<W, O>>(shared_->csr(context));
  const std::uint64_t slots = with_heads ? std::uint64_t{head_arcs} * csr.vertices : 0;
  cuda::require_memory((csr.edges + slots) * sizeof(ArcWordOf<W>), "near-far: arcs as pairs");
  arcs_ = {csr.edges, "near-far: arcs as pairs", stream};
  if (slots != 0) heads_ = {slots, "near-far: heads of rows", stream};
  csr_ = csr;
  view_ = {{csr.vertices, csr.offsets, arcs_.data()}, heads_.data()};
  const auto blocks_for = [](std::uint64_t threads) { return cuda::blocks_for(threads, packing_block, 4096); };
  const unsigned blocks = blocks_for(csr.edges);
  const cuda::DeviceBuffer<double> sums(blocks, "near-far: sums of weights", stream);
  const cuda::DeviceBuffer<PackedCounts> counts(1, "near-far: number of hubs", stream);
  counts.fill_bytes(0, stream);
  cuda::launch(pack_arcs<W, O>, {blocks, packing_block}, stream, csr, arcs_.data(), sums.data());
  cuda::launch(make_heads<W, O>, {blocks_for(std::uint64_t{head_arcs} * csr.vertices), packing_block}, stream, view_,
               heads_.data(), hub_degree, counts.data());
  const PackedCounts counted = counts.read(stream)[0];
  hub_tiles_ = counted.hub_tiles;
  thin_vertices_ = counted.thin_vertices;
  double sum = 0;
  for (const double part : sums.read(stream)) sum += part;
  if (csr.edges != 0) mean_weight_ = sum / static_cast<double>(csr.edges);
}

}  // namespace wayfront::near_far
