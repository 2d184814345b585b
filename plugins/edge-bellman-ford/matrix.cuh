// The dense matrix of weights, row u and column v for the arc from u to v (An, Alg. 3, 5, 7 and 8). An entry without an
// arc is unreached<W>, and so is the largest integer weight, which no finite distance can pass either.
#pragma once

#include <memory_resource>

#include "layout.cuh"

namespace wayfront::edge_bellman_ford {
namespace {

template <WeightType W>
struct MatrixPart {
  const W* entries;
  Vertex vertices;
  Mapping mapping;
  unsigned per_thread;
  bool coalesced;

  __device__ W entry(std::uint64_t u, std::uint64_t v) const { return entries[u * vertices + v]; }

  /// Tiles of one row, `per_thread` entries to a thread; the row's source is looked at once per thread.
  __device__ void by_entry(const Sweep<W>& sweep, const cuda::FlagRound& flags, std::uint64_t begin, std::uint64_t end,
                           cuda::Tally<W>& tally) const {
    const std::uint64_t tile = std::uint64_t{blockDim.x} * per_thread;
    const std::uint64_t tiles = (vertices + tile - 1) / tile;  // of a row
    const std::uint64_t stride = coalesced ? blockDim.x : 1;
    const std::uint64_t offset = std::uint64_t{threadIdx.x} * (coalesced ? 1 : per_thread);
    for (std::uint64_t at = begin * tiles + blockIdx.x; at < end * tiles; at += gridDim.x) {
      const std::uint64_t u = at / tiles;
      W distance;
      if (!sweep.takes(flags, static_cast<Vertex>(u), distance)) continue;
      std::uint64_t v = at % tiles * tile + offset;
      for (unsigned i = 0; i < per_thread && v < vertices; ++i, v += stride)
        relax_entry(sweep, flags, u, v, distance, tally);
    }
  }

  __device__ void relax_entry(const Sweep<W>& sweep, const cuda::FlagRound& flags, std::uint64_t u, std::uint64_t v,
                              W distance, cuda::Tally<W>& tally) const {
    const W weight = entry(u, v);
    if (weight == unreached<W>) return;
    ++tally.relaxed;
    sweep.relax(flags, static_cast<Vertex>(u), static_cast<Vertex>(v), saturating_add(distance, weight), tally);
  }

  __device__ void by_row(const Sweep<W>& sweep, const cuda::FlagRound& flags, std::uint64_t begin, std::uint64_t end,
                         cuda::Tally<W>& tally) const {
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t u = begin + std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; u < end; u += step) {
      W distance;
      if (!sweep.takes(flags, static_cast<Vertex>(u), distance)) continue;
      for (std::uint64_t v = 0; v < vertices; ++v) relax_entry(sweep, flags, u, v, distance, tally);
    }
  }

  /// Column v belongs to one thread, which looks at the rows of this part.
  __device__ void by_column(const Sweep<W>& sweep, const cuda::FlagRound& flags, std::uint64_t begin, std::uint64_t end,
                            cuda::Tally<W>& tally) const {
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t v = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; v < vertices; v += step) {
      cuda::KeyOf<W> min_distance = sweep.distances[v];  // nobody else writes it
      Vertex from = no_vertex;
      for (std::uint64_t u = begin; u < end; ++u) {
        W distance;
        if (!sweep.takes(flags, static_cast<Vertex>(u), distance)) continue;
        const W weight = entry(u, v);
        if (weight == unreached<W>) continue;
        ++tally.relaxed;
        const cuda::KeyOf<W> candidate = cuda::key_of(saturating_add(distance, weight));
        if (candidate >= min_distance) continue;
        min_distance = candidate;
        from = static_cast<Vertex>(u);
      }
      if (from == no_vertex) continue;
      sweep.distances[v] = min_distance;
      sweep.improved(flags, from, static_cast<Vertex>(v), tally);
    }
  }

  __device__ void relax(const Sweep<W>& sweep, const cuda::FlagRound& flags, std::uint64_t begin, std::uint64_t end,
                        cuda::Tally<W>& tally) const {
    if (mapping == Mapping::edge) return by_entry(sweep, flags, begin, end, tally);
    if (mapping == Mapping::vertex_out) return by_row(sweep, flags, begin, end, tally);
    by_column(sweep, flags, begin, end, tally);
  }
};

template <WeightType W>
struct MatrixMemory {
  cuda::DeviceBuffer<W> entries;
  std::vector<W> on_host;  // with pieces
  std::vector<Source> source;
};

/// Rows [begin, end) of the matrix, on the host; parallel arcs leave the lightest.
template <WeightType W>
void fill_rows(const AnyCsr& graph, std::uint64_t begin, std::uint64_t end, W* rows, RunContext& context) {
  visit<weight_capability(weight_kind<W>)>(graph, [&]<class O>(const CsrView<W, O>& view) {
    const std::uint64_t width = view.vertices;
    context.parallel_for(end - begin, 16, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t row = first; row < last; ++row) {
        const auto u = static_cast<Vertex>(begin + row);
        W* const entries = rows + row * width;
        std::fill_n(entries, width, unreached<W>);
        for (O arc = view.begin(u); arc < view.end(u); ++arc)
          entries[view.targets[arc]] = std::min(entries[view.targets[arc]], view.weights[arc]);
      }
    });
  });
}

/// Fills the device's matrix, some rows at a time.
template <WeightType W>
void upload_matrix(const cuda::DeviceBuffer<W>& entries, Vertex vertices, const Site& site) {
  site.context.phase(Phase::upload);
  const std::uint64_t row_bytes = std::uint64_t{vertices} * sizeof(W);
  const std::uint64_t rows = std::clamp<std::uint64_t>((std::uint64_t{64} << 20) / row_bytes, 1, vertices);
  std::pmr::vector<W> block(rows * vertices, &site.context.memory());
  for (std::uint64_t begin = 0; begin < vertices; begin += rows) {
    site.context.throw_if_cancelled();
    const std::uint64_t end = std::min<std::uint64_t>(begin + rows, vertices);
    fill_rows(site.graph.csr(), begin, end, block.data(), site.context);
    site.transfer.to_device(entries.data() + begin * vertices, block.data(), (end - begin) * row_bytes, site.context,
                            site.stream);
  }
  WAYFRONT_CUDA(cudaStreamSynchronize(site.stream));
  site.context.phase(Phase::setup);
}

}  // namespace

template <WeightType W>
std::unique_ptr<Layout<W>> make_matrix(const Site& site) {
  const Options& options = site.options;
  const Vertex vertices = site.graph.info().vertices;
  const std::uint64_t row_bytes = std::uint64_t{vertices} * sizeof(W);
  MatrixMemory<W> memory{{std::uint64_t{vertices} * vertices,
                          "edge-bellman-ford: matrix (representation = \"edge_list\" needs "
                          "no such amount)",
                          site.stream},
                         {},
                         {}};
  std::vector<Piece> pieces;
  if (options.pieces == 0) {
    if (vertices != 0) upload_matrix(memory.entries, vertices, site);
  } else {
    memory.on_host.resize(std::uint64_t{vertices} * vertices);
    fill_rows(site.graph.csr(), 0, vertices, memory.on_host.data(), site.context);
    memory.source.emplace_back(memory.on_host.data(), memory.entries.bytes(), site);
    if (options.pinned) memory.on_host = {};
    pieces = split(vertices, options.pieces);
    for (Piece& piece : pieces)
      add_copy(piece, memory.entries.data(), memory.source[0], piece.begin * row_bytes, piece.end * row_bytes);
  }
  const MatrixPart<W> part{memory.entries.data(), vertices, options.mapping, options.edges_per_thread,
                           options.coalesced};
  const std::uint64_t per_row = (std::uint64_t{vertices} + options.edges_per_thread - 1) / options.edges_per_thread;
  const std::uint64_t threads = options.mapping == Mapping::edge ? vertices * per_row : vertices;
  return std::make_unique<LayoutOf<W, MatrixPart<W>, MatrixMemory<W>>>(std::move(memory), part, vertices, threads,
                                                                       std::move(pieces));
}

}  // namespace wayfront::edge_bellman_ford
