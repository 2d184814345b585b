// The graph as near-far's kernels read it: target and weight of an arc side by side, and the heads of the rows.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include "depth.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/hub_queue.cuh"
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

}  // namespace wayfront::near_far
