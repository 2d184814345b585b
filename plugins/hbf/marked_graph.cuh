// The graph as hbf's kernels read it: arcs with their class, and the arcs that are left to the end.
#pragma once

#include <cstdint>
#include <memory>

#include "options.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/packed_arc.hpp"
#include "wayfront/run.hpp"

namespace wayfront::hbf {

/// In the two top bits of a target. Odd ones are skipped by rounds.
enum : std::uint32_t { plain_arc = 0, self_loop = 1, only_arc_in = 2, leaf_arc = 3 };
inline constexpr int class_shift = 30;

template <WeightType W>
struct LeafArc {
  Vertex source;
  Vertex target;
  W weight;
};

/// The targets of the arcs are with their class.
template <WeightType W, OffsetType O>
struct MarkedView : PackedView<W, O> {
  bool marked;  // else targets have all their bits

  __device__ std::uint32_t arc_class(Vertex target) const { return marked ? target >> class_shift : plain_arc; }
  __device__ Vertex unmarked(Vertex target) const { return marked ? target & ((1U << class_shift) - 1) : target; }
};

/// The owner, on the current device.
template <WeightType W, OffsetType O>
class MarkedGraph {
 public:
  /// Waits. Vertices of more than `hub_degree` arcs are hubs. Throws Unsupported above 2^30 vertices where classes are
  /// marked.
  MarkedGraph(const Graph& graph, Classes classes, unsigned hub_degree, RunContext& context, cudaStream_t stream);

  MarkedView<W, O> view() const { return view_; }
  const LeafArc<W>* leaf_arcs() const { return leaf_arcs_.data(); }
  std::uint64_t leaf_arc_count() const { return leaf_arcs_.size(); }
  /// Parts of at most hub_tile arcs that the rows of all hubs make.
  std::uint64_t hub_tiles() const { return hub_tiles_; }

 private:
  std::shared_ptr<const cuda::DeviceGraph> shared_;
  cuda::DeviceBuffer<PackedArc<W>> arcs_;
  cuda::DeviceBuffer<LeafArc<W>> leaf_arcs_;
  MarkedView<W, O> view_{};
  std::uint64_t hub_tiles_ = 0;
};

/// Arcs of a hub that one warp relaxes.
inline constexpr unsigned hub_tile = 1024;

}  // namespace wayfront::hbf
