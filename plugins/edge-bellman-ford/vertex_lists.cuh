// Compressed rows or columns, a vertex to a thread: arcs into it (An, Alg. 7) or out of it (Alg. 8), or arcs into as
// many vertices as a block has threads, shared by them.
#pragma once

#include <span>

#include "layout.cuh"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/expand_block.cuh"

namespace wayfront::edge_bellman_ford {
namespace {

template <WeightType W, OffsetType O>
struct OutPart {
  CsrView<W, O> graph;

  __device__ void relax(const Sweep<W>& sweep, const cuda::FlagRound& flags, std::uint64_t begin, std::uint64_t end,
                        cuda::Tally<W>& tally) const {
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = begin + std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < end; i += step) {
      const auto u = static_cast<Vertex>(i);
      W distance;
      if (!sweep.takes(flags, u, distance)) continue;
      for (O arc = graph.begin(u); arc < graph.end(u); ++arc) {
        ++tally.relaxed;
        sweep.relax(flags, u, graph.targets[arc], saturating_add(distance, graph.weights[arc]), tally);
      }
    }
  }
};

template <WeightType W, OffsetType O>
struct InPart {
  CscView<W, O> graph;

  __device__ void relax(const Sweep<W>& sweep, const cuda::FlagRound& flags, std::uint64_t begin, std::uint64_t end,
                        cuda::Tally<W>& tally) const {
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = begin + std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < end; i += step) {
      const auto v = static_cast<Vertex>(i);
      cuda::KeyOf<W> min_distance = sweep.distances[v];  // nobody else writes it
      Vertex from = no_vertex;
      for (O arc = graph.begin(v); arc < graph.end(v); ++arc) {
        const Vertex u = graph.sources[arc];
        W distance;
        if (!sweep.takes(flags, u, distance)) continue;
        ++tally.relaxed;
        const cuda::KeyOf<W> candidate = cuda::key_of(saturating_add(distance, graph.weights[arc]));
        if (candidate >= min_distance) continue;
        min_distance = candidate;
        from = u;
      }
      if (from == no_vertex) continue;
      sweep.distances[v] = min_distance;
      sweep.improved(flags, from, v, tally);
    }
  }
};

/// The min-plus product of matrix and vector as CSR-adaptive does it: a block has a row of the result for each thread,
/// whose minima are in shared memory, and its threads share the arcs, so that a long row keeps no thread waiting.
template <WeightType W, OffsetType O>
struct SharedInPart {
  static constexpr unsigned max_block = 1024;
  using Key = cuda::KeyOf<W>;
  CscView<W, O> graph;

  struct Relaxer {
    const SharedInPart& part;
    const Sweep<W>& sweep;
    const cuda::FlagRound& flags;
    cuda::Tally<W>& tally;
    Key* min_distances;  // of the block's rows
    Vertex* from;

    /// `rows`: which of the block's rows each arc belongs to.
    template <int Arcs>
    __device__ void relax(const bool (&on)[Arcs], const O (&at)[Arcs], const unsigned (&rows)[Arcs]) {
      for (int i = 0; i < Arcs; ++i) {
        if (!on[i]) continue;
        const Vertex u = part.graph.sources[at[i]];
        W distance;
        if (!sweep.takes(flags, u, distance)) continue;
        ++tally.relaxed;
        const Key candidate = cuda::key_of(saturating_add(distance, part.graph.weights[at[i]]));
        if (candidate < atomicMin(min_distances + rows[i], candidate) && sweep.predecessors != nullptr)
          atomicExch(from + rows[i], u);  // one that improved it; the search for cycles needs no more
      }
    }
  };

  __device__ void relax(const Sweep<W>& sweep, const cuda::FlagRound& flags, std::uint64_t begin, std::uint64_t end,
                        cuda::Tally<W>& tally) const {
    __shared__ Key min_distances[max_block];
    __shared__ Vertex from[max_block];
    __shared__ cuda::BlockRow<O, unsigned> block_row;
    Relaxer relaxer{*this, sweep, flags, tally, min_distances, from};
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t first = begin + std::uint64_t{blockIdx.x} * blockDim.x; first < end; first += step) {
      const std::uint64_t i = first + threadIdx.x;
      const auto v = static_cast<Vertex>(i);
      cuda::Row<O, unsigned> row;
      row.from = threadIdx.x;
      Key before{};
      if (i < end) {
        before = sweep.distances[v];  // nobody else writes it
        row.begin = graph.begin(v);
        row.degree = graph.end(v) - row.begin;
      }
      min_distances[threadIdx.x] = before;
      cuda::expand_block(row, relaxer, block_row);  // begins with a barrier of the block
      __syncthreads();
      const Key after = min_distances[threadIdx.x];
      if (i >= end || !(after < before)) continue;
      sweep.distances[v] = after;
      sweep.improved(flags, from[threadIdx.x], v, tally);
    }
  }
};

/// The shared copy, or one of our own that every solve fills.
struct ListMemory {
  std::shared_ptr<const cuda::DeviceGraph> shared;
  cuda::DeviceBuffer<std::byte> offsets;
  cuda::DeviceBuffer<Vertex> ends;
  cuda::DeviceBuffer<std::byte> weights;
  std::vector<Source> on_host;
};

/// Pieces of about equally many arcs.
template <class O>
std::vector<Piece> split_rows(std::span<const O> offsets, unsigned count) {
  const std::uint64_t rows = offsets.size() - 1;
  std::vector<Piece> pieces;
  std::uint64_t begin = 0;
  for (unsigned i = 1; i <= count; ++i) {
    const auto target = static_cast<O>(static_cast<double>(offsets[rows]) * i / count);
    std::uint64_t end =
        i == count ? rows : static_cast<std::uint64_t>(std::ranges::lower_bound(offsets, target) - offsets.begin());
    end = std::clamp(end, begin, rows);
    if (begin != end || i == 1) pieces.push_back({begin, end, {}});
    begin = end;
  }
  return pieces;
}

/// Our own copy of `host`, whose other ends are `ends`; returns the view of the device's arrays.
template <class View>
View own_copy(View host, const Vertex* View::*ends, ListMemory& memory, std::vector<Piece>& pieces, const Site& site) {
  using O = typename View::Offset;
  using W = typename View::Weight;
  constexpr const char* what = "edge-bellman-ford: lists of arcs";
  const std::uint64_t ends_bytes = std::uint64_t{host.edges} * sizeof(Vertex);
  const std::uint64_t weight_bytes = std::uint64_t{host.edges} * sizeof(W);
  const std::uint64_t offset_bytes = (std::uint64_t{host.vertices} + 1) * sizeof(O);
  cuda::require_memory(ends_bytes + weight_bytes + offset_bytes, what);
  memory.offsets = {offset_bytes, what, site.stream};
  memory.ends = {host.edges, what, site.stream};
  memory.weights = {weight_bytes, what, site.stream};
  memory.on_host.emplace_back(host.offsets, offset_bytes, site);
  memory.on_host.emplace_back(host.*ends, ends_bytes, site);
  memory.on_host.emplace_back(host.weights, weight_bytes, site);
  pieces = split_rows(std::span(host.offsets, std::uint64_t{host.vertices} + 1), site.options.pieces);
  add_copy(pieces.front(), memory.offsets.data(), memory.on_host[0], 0, offset_bytes);
  for (Piece& piece : pieces) {
    const std::uint64_t begin = host.offsets[piece.begin], end = host.offsets[piece.end];
    add_items(piece, memory.ends.data(), memory.on_host[1], sizeof(Vertex), begin, end);
    add_items(piece, memory.weights.data(), memory.on_host[2], sizeof(W), begin, end);
  }
  host.offsets = reinterpret_cast<const O*>(memory.offsets.data());
  host.*ends = memory.ends.data();
  host.weights = reinterpret_cast<const W*>(memory.weights.data());
  return host;
}

template <WeightType W, class Part, class View>
std::unique_ptr<Layout<W>> make_layout(ListMemory memory, std::vector<Piece> pieces, const View& view) {
  return std::make_unique<LayoutOf<W, Part, ListMemory>>(std::move(memory), Part{view}, view.vertices, view.vertices,
                                                         std::move(pieces));
}

}  // namespace

template <WeightType W>
std::unique_ptr<Layout<W>> make_vertex_lists(const Site& site) {
  const bool ours = site.options.pieces != 0;
  ListMemory memory;
  std::vector<Piece> pieces;
  if (!ours) memory.shared = cuda::DeviceGraph::of(site.graph, site.context);
  constexpr std::uint64_t only = weight_capability(weight_kind<W>);  // the graph's weights are W: no kernels for others
  if (site.options.mapping != Mapping::vertex_out) {
    return visit<only>(ours ? site.graph.csc() : memory.shared->csc(site.context),
                       [&]<class O>(const CscView<W, O>& view) -> std::unique_ptr<Layout<W>> {
                         const auto used = ours ? own_copy(view, &CscView<W, O>::sources, memory, pieces, site) : view;
                         if (site.options.mapping == Mapping::rows_in)
                           return make_layout<W, SharedInPart<W, O>>(std::move(memory), std::move(pieces), used);
                         return make_layout<W, InPart<W, O>>(std::move(memory), std::move(pieces), used);
                       });
  }
  return visit<only>(ours ? site.graph.csr() : memory.shared->csr(site.context),
                     [&]<class O>(const CsrView<W, O>& view) -> std::unique_ptr<Layout<W>> {
                       const auto used = ours ? own_copy(view, &CsrView<W, O>::targets, memory, pieces, site) : view;
                       return make_layout<W, OutPart<W, O>>(std::move(memory), std::move(pieces), used);
                     });
}

}  // namespace wayfront::edge_bellman_ford
