// The graph as near-far's kernels read it: target and weight of an arc side by side, and the heads of the rows.
#pragma once

#include <cstdint>
#include <memory>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::near_far {

/// An arc in 8 bytes, for one load: the target below, the weight's bits above.
using Arc = unsigned long long;

inline constexpr unsigned head_arcs = 4;
inline constexpr unsigned hub_tile = 1024;  // arcs of a hub that one warp relaxes

/// In a head, a slot without an arc.
inline constexpr Arc no_arc = no_vertex;
/// The last slot of a head whose row is longer: the first three slots are arcs, the others are behind them in `arcs`.
inline constexpr Arc more_arcs = Arc{1} << 32 | no_vertex;

/// Out-edges of u are [offsets[u], offsets[u + 1]) in `arcs`.
template <OffsetType O>
struct PackedView {
  Vertex vertices;
  const O* offsets;
  const Arc* arcs;
  const Arc* heads;  // head_arcs slots of each vertex, aligned to 32 bytes; or null
};

/// The owner, on the current device.
template <WeightType W, OffsetType O>
class PackedGraph {
 public:
  /// Waits. Vertices of more than `hub_degree` arcs are hubs.
  PackedGraph(const Graph& graph, bool with_heads, unsigned hub_degree, RunContext& context, cudaStream_t stream);

  PackedView<O> view() const { return view_; }
  /// Tiles of at most hub_tile arcs that the rows of all hubs make.
  std::uint64_t hub_tiles() const { return hub_tiles_; }
  /// 0 without arcs. The same in each run, in the last bit.
  double mean_weight() const { return mean_weight_; }

 private:
  std::shared_ptr<const cuda::DeviceGraph> shared_;
  cuda::DeviceBuffer<Arc> arcs_, heads_;
  PackedView<O> view_{};
  std::uint64_t hub_tiles_ = 0;
  double mean_weight_ = 0;
};

}  // namespace wayfront::near_far
