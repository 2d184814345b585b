// The list of arcs, some to a thread (An, Alg. 6; Bidani and Mohammad's relax_kernel).
#pragma once

#include "layout.cuh"
#include "wayfront/cuda/device_graph.hpp"

namespace wayfront::edge_bellman_ford {
namespace {

template <WeightType W>
struct ArcPart {
  CooView<W> arcs;
  unsigned per_thread;
  bool coalesced;

  /// Up to four arcs of a thread, `stride` apart: their loads go out together.
  __device__ void relax_four(const Sweep<W>& sweep, const cuda::FlagRound& flags, std::uint64_t first,
                             std::uint64_t stride, unsigned count, std::uint64_t end, cuda::Tally<W>& tally) const {
    Vertex sources[4];
    W distances[4];
    bool takes[4];
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) {
      takes[i] = i < count && first + i * stride < end;
      sources[i] = takes[i] ? __ldcs(arcs.sources + first + i * stride) : no_vertex;
    }
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) takes[i] = takes[i] && sweep.takes(flags, sources[i], distances[i]);
    Vertex targets[4];
    W weights[4];
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) {
      if (!takes[i]) continue;
      targets[i] = __ldcs(arcs.targets + first + i * stride);
      weights[i] = __ldcs(arcs.weights + first + i * stride);
    }
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) {
      if (!takes[i]) continue;
      ++tally.relaxed;
      sweep.relax(flags, sources[i], targets[i], saturating_add(distances[i], weights[i]), tally);
    }
  }

  __device__ void relax(const Sweep<W>& sweep, const cuda::FlagRound& flags, std::uint64_t begin, std::uint64_t end,
                        cuda::Tally<W>& tally) const {
    const std::uint64_t tile = std::uint64_t{blockDim.x} * per_thread;
    const std::uint64_t stride = coalesced ? blockDim.x : 1;
    const std::uint64_t offset = std::uint64_t{threadIdx.x} * (coalesced ? 1 : per_thread);
    for (std::uint64_t at = begin + blockIdx.x * tile; at < end; at += gridDim.x * tile)
      for (unsigned i = 0; i < per_thread; i += 4)
        relax_four(sweep, flags, at + offset + i * stride, stride, per_thread - i, end, tally);
  }
};

/// The shared copy, or one of our own that every solve fills.
struct ArcMemory {
  std::shared_ptr<const cuda::DeviceGraph> shared;
  cuda::DeviceBuffer<Vertex> sources, targets;
  cuda::DeviceBuffer<std::byte> weights;
  std::vector<Source> on_host;
};

}  // namespace

template <WeightType W>
std::unique_ptr<Layout<W>> make_edge_list(const Site& site) {
  const Options& options = site.options;
  ArcMemory memory;
  std::vector<Piece> pieces;
  CooView<W> view;
  if (options.pieces == 0) {
    memory.shared = cuda::DeviceGraph::of(site.graph, site.context);
    view = std::get<CooView<W>>(memory.shared->coo(site.context));
  } else {
    constexpr const char* what = "edge-bellman-ford: edge list";
    view = std::get<CooView<W>>(site.graph.coo());
    const std::uint64_t ends_bytes = view.edges * sizeof(Vertex), weight_bytes = view.edges * sizeof(W);
    cuda::require_memory(2 * ends_bytes + weight_bytes, what);
    memory.sources = {view.edges, what, site.stream};
    memory.targets = {view.edges, what, site.stream};
    memory.weights = {weight_bytes, what, site.stream};
    memory.on_host.emplace_back(view.sources, ends_bytes, site);
    memory.on_host.emplace_back(view.targets, ends_bytes, site);
    memory.on_host.emplace_back(view.weights, weight_bytes, site);
    pieces = split(view.edges, options.pieces);
    for (Piece& piece : pieces) {
      add_items(piece, memory.sources.data(), memory.on_host[0], sizeof(Vertex), piece.begin, piece.end);
      add_items(piece, memory.targets.data(), memory.on_host[1], sizeof(Vertex), piece.begin, piece.end);
      add_items(piece, memory.weights.data(), memory.on_host[2], sizeof(W), piece.begin, piece.end);
    }
    view.sources = memory.sources.data();
    view.targets = memory.targets.data();
    view.weights = reinterpret_cast<const W*>(memory.weights.data());
  }
  const std::uint64_t threads = (view.edges + options.edges_per_thread - 1) / options.edges_per_thread;
  return std::make_unique<LayoutOf<W, ArcPart<W>, ArcMemory>>(
      std::move(memory), ArcPart<W>{view, options.edges_per_thread, options.coalesced}, view.edges, threads,
      std::move(pieces));
}

}  // namespace wayfront::edge_bellman_ford
