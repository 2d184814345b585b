// The graph as hbf's kernels read it: arcs with their class, and the arcs that are left to the end.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hbf.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/warp.cuh"
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

/// Arcs of a hub that one warp relaxes.
inline constexpr unsigned hub_tile = 1024;

/// One look at all arcs from the side of their targets, one at all vertices, then the classes are written.
namespace marking {

// What is known about a vertex.
enum : std::uint32_t {
  several_in = 1,       // arcs, maybe from one vertex
  several_sources = 2,  // of arcs in
  negative_in = 4,
  leaf = 8,
};

struct Found {
  unsigned long long leaf_arcs;
  unsigned long long hub_tiles;
};

template <WeightType W, OffsetType O>
struct Marking {
  CsrView<W, O> graph;
  bool self_loops, only_arcs, leaves;  // the classes that are wanted
  Vertex* first;                       // some source of an arc in, or no_vertex
  std::uint32_t* facts;
  Found* found;

  __device__ bool skipped_loop(Vertex u, Vertex v, W weight) const { return self_loops && u == v && weight >= 0; }
  __device__ void learn(Vertex v, std::uint32_t fact) const {
    if ((facts[v] & fact) != fact) atomicOr(facts + v, fact);
  }
};

/// Calls f(u, arc) for each arc, a warp to a row.
template <WeightType W, OffsetType O, class F>
__device__ void for_each_arc(const CsrView<W, O>& graph, const F& f) {
  const std::uint64_t warps = std::uint64_t{gridDim.x} * blockDim.x / 32;
  for (std::uint64_t u = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32; u < graph.vertices; u += warps)
    for (O arc = graph.begin(static_cast<Vertex>(u)) + threadIdx.x % 32; arc < graph.end(static_cast<Vertex>(u));
         arc += 32)
      f(static_cast<Vertex>(u), arc);
}

template <WeightType W, OffsetType O>
__global__ void look_at_targets(const Marking<W, O> marking) {
  for_each_arc(marking.graph, [&](Vertex u, O arc) {
    const Vertex v = marking.graph.targets[arc];
    const W weight = marking.graph.weights[arc];
    if (marking.skipped_loop(u, v, weight)) return;
    Vertex first = marking.first[v];
    if (first == no_vertex) first = atomicCAS(marking.first + v, no_vertex, u);
    if (first != no_vertex) marking.learn(v, first == u ? several_in : several_in | several_sources);
    if (weight < 0) marking.learn(v, negative_in);
  });
}

template <WeightType W, OffsetType O>
__global__ void look_at_vertices(const Marking<W, O> marking, unsigned hub_degree) {
  const CsrView<W, O>& graph = marking.graph;
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < graph.vertices; i += step) {
    const auto v = static_cast<Vertex>(i);
    const O degree = graph.degree(v);
    if (degree > hub_degree)
      atomicAdd(&marking.found->hub_tiles, static_cast<unsigned long long>((degree - 1) / hub_tile + 1));
    if (!marking.leaves) continue;
    Vertex neighbour = no_vertex;
    bool is_leaf = true;
    for (O arc = graph.begin(v); arc < graph.end(v) && is_leaf; ++arc) {
      const Vertex target = graph.targets[arc];
      const W weight = graph.weights[arc];
      if (marking.skipped_loop(v, target, weight)) continue;
      is_leaf = (neighbour == no_vertex || neighbour == target) && weight >= 0;
      neighbour = target;
    }
    if (is_leaf && neighbour != no_vertex)
      is_leaf = marking.first[v] == neighbour && (marking.facts[v] & (several_sources | negative_in)) == 0;
    if (is_leaf) marking.facts[v] |= leaf;
  }
}

template <WeightType W, OffsetType O>
__global__ void mark(const Marking<W, O> marking, PackedArc<W>* arcs) {
  unsigned leaf_arcs = 0;
  for_each_arc(marking.graph, [&](Vertex u, O arc) {
    const Vertex v = marking.graph.targets[arc];
    const W weight = marking.graph.weights[arc];
    const std::uint32_t facts = marking.facts == nullptr ? several_in : marking.facts[v];
    std::uint32_t found = plain_arc;
    if (marking.skipped_loop(u, v, weight)) {
      found = self_loop;
    } else if ((facts & leaf) != 0) {
      found = leaf_arc;
      ++leaf_arcs;
    } else if (marking.only_arcs && (facts & several_in) == 0) {
      found = only_arc_in;
    }
    store_arc(arcs + arc, v | found << class_shift, weight);
  });
  leaf_arcs = __reduce_add_sync(cuda::full_warp, leaf_arcs);
  if (threadIdx.x % 32 == 0 && leaf_arcs != 0) atomicAdd(&marking.found->leaf_arcs, std::uint64_t{leaf_arcs});
}

template <WeightType W, OffsetType O>
__global__ void pick_leaf_arcs(const CsrView<W, O> graph, const PackedArc<W>* arcs, LeafArc<W>* list,
                               unsigned long long* count) {
  for_each_arc(graph, [&](Vertex u, O arc) {
    const PackedArc<W> it = arcs[arc];
    if (it.target >> class_shift == leaf_arc)
      list[atomicAdd(count, 1ULL)] = {u, it.target & ((1U << class_shift) - 1), it.weight};
  });
}

inline cuda::Grid grid_for(std::uint64_t threads) { return {cuda::blocks_for(threads, 256, 1U << 20), 256}; }

}  // namespace marking

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

template <WeightType W, OffsetType O>
MarkedGraph<W, O>::MarkedGraph(const Graph& graph, Classes classes, unsigned hub_degree, RunContext& context,
                               cudaStream_t stream)
    : shared_(cuda::DeviceGraph::of(graph, context)) {
  const auto wants = [&](Classes one) { return classes == Classes::all || classes == one; };
  const CsrView<W, O> csr = std::get<CsrView<W, O>>(shared_->csr(context));
  marking::Marking<W, O> task{
      csr,    wants(Classes::self_loop), wants(Classes::in_degree_1), wants(Classes::out_degree_0), nullptr, nullptr,
      nullptr};
  const bool needs_facts = task.only_arcs || task.leaves;
  const bool marked = needs_facts || task.self_loops;
  if (marked && csr.vertices > (Vertex{1} << class_shift))
    throw Unsupported("hbf: the graph has " + std::to_string(csr.vertices) +
                      " vertices, but the classes of arcs leave 30 bits for a vertex (1073741824): set edge_classes = "
                      "\"none\" or \"source\"");
  cuda::require_memory(
      std::uint64_t{csr.edges} * sizeof(PackedArc<W>) + (needs_facts ? 8 * std::uint64_t{csr.vertices} : 0),
      "hbf: arcs with their classes");
  const cuda::Grid warp_per_row = marking::grid_for(32 * std::uint64_t{csr.vertices});
  arcs_ = {csr.edges, "hbf: arcs with their classes", stream};
  cuda::DeviceBuffer<Vertex> first;
  cuda::DeviceBuffer<std::uint32_t> facts;
  const cuda::DeviceBuffer<marking::Found> found(1, "hbf: marking", stream);
  found.fill_bytes(0, stream);
  task.found = found.data();
  if (needs_facts) {
    first = {csr.vertices, "hbf: marking", stream};
    facts = {csr.vertices, "hbf: marking", stream};
    first.fill_bytes(0xff, stream);
    facts.fill_bytes(0, stream);
    task.first = first.data();
    task.facts = facts.data();
    cuda::launch(marking::look_at_targets<W, O>, warp_per_row, stream, task);
  }
  cuda::launch(marking::look_at_vertices<W, O>, marking::grid_for(csr.vertices), stream, task, hub_degree);
  cuda::launch(marking::mark<W, O>, warp_per_row, stream, task, arcs_.data());
  const marking::Found host = found.read(stream)[0];
  hub_tiles_ = host.hub_tiles;
  if (host.leaf_arcs != 0) {
    leaf_arcs_ = {host.leaf_arcs, "hbf: arcs to leaves", stream};
    found.fill_bytes(0, stream);
    cuda::launch(marking::pick_leaf_arcs<W, O>, warp_per_row, stream, csr, arcs_.data(), leaf_arcs_.data(),
                 &found.data()->leaf_arcs);
    WAYFRONT_CUDA(cudaStreamSynchronize(stream));
  }
  view_ = {{csr.vertices, csr.offsets, arcs_.data()}, marked};
}

}  // namespace wayfront::hbf
