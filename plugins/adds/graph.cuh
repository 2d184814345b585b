// The graph as the workers read it: target and weight of an arc side by side, and long rows cut into tiles.
#pragma once

#include <cstdint>
#include <memory>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::adds {

/// An arc in 8 bytes, for one load.
template <WeightType W>
struct alignas(8) Arc {
  Vertex target;
  W weight;
};

/// Tile t is the arcs [t << tile_bits, (t + 1) << tile_bits) as far as they belong to the row that holds the first of
/// them. A work item may name a tile of a long row instead of a vertex: number `vertices` + t.
inline constexpr unsigned tile_bits = 9;

/// Out-edges of u are [offsets[u], offsets[u + 1]) in `arcs`.
template <WeightType W, OffsetType O>
struct GraphView {
  Vertex vertices;
  const O* offsets;
  const Arc<W>* arcs;
  const Vertex* owners;  // of tiles: the vertex, set for those of long rows only
  O hub_degree;          // longer rows are cut into tiles
};

/// The owner, on the current device.
template <WeightType W, OffsetType O>
class PairedGraph {
 public:
  /// Waits.
  PairedGraph(const Graph& graph, RunContext& context, cudaStream_t stream);

  GraphView<W, O> view() const { return view_; }
  /// Of a sample of the arcs; 0 where there are none.
  double average_weight() const { return average_weight_; }

 private:
  std::shared_ptr<const cuda::DeviceGraph> shared_;
  cuda::DeviceBuffer<Arc<W>> arcs_;
  cuda::DeviceBuffer<Vertex> owners_;
  GraphView<W, O> view_{};
  double average_weight_ = 0;
};

}  // namespace wayfront::adds
