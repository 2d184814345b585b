// The graph as the workers read it: target and weight of an arc side by side, and long rows cut into tiles.
#pragma once

#include <cstdint>
#include <memory>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/packed_arc.hpp"
#include "wayfront/run.hpp"

namespace wayfront::adds {

/// Tile t is the arcs [t << tile_bits, (t + 1) << tile_bits) as far as they belong to the row that holds the first of
/// them. A work item may name a tile of a long row instead of a vertex: number `vertices` + t.
inline constexpr unsigned tile_bits = 9;

template <WeightType W, OffsetType O>
struct TiledView : PackedView<W, O> {
  const Vertex* owners;  // of tiles: the vertex, set for those of long rows only
  O hub_degree;          // longer rows are cut into tiles
};

/// The owner, on the current device.
template <WeightType W, OffsetType O>
class TiledGraph {
 public:
  /// Waits.
  TiledGraph(const Graph& graph, RunContext& context, cudaStream_t stream);

  TiledView<W, O> view() const { return view_; }
  /// Of a sample of the arcs; 0 where there are none.
  double average_weight() const { return average_weight_; }

 private:
  std::shared_ptr<const cuda::DeviceGraph> shared_;
  cuda::DeviceBuffer<PackedArc<W>> arcs_;
  cuda::DeviceBuffer<Vertex> owners_;
  TiledView<W, O> view_{};
  double average_weight_ = 0;
};

}  // namespace wayfront::adds
