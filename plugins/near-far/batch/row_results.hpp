// What becomes of rows of keys on the device: reductions, checked where they stand if that is wanted.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/row_reduction.cuh"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::near_far {

/// Words of 32 vertices.
inline std::uint64_t words_of(Vertex vertices) { return (std::uint64_t{vertices} + 31) / 32; }

/// Rows one behind the other, by a block each. `graph` is on the device, and so are `sources`. With `numbers`, these are
/// the vertices' places in a row. `proved` is null where nothing is checked, else words_of() the vertices for each row;
/// checks end early where the host makes *stop other than 0. Does not wait.
template <WeightType W, OffsetType O>
void reduce_rows(const CsrView<W, O>& graph, const cuda::KeyOf<W>* keys, std::uint32_t rows, const Vertex* numbers,
                 const Vertex* sources, const cuda::RowLimits<W>& limits, std::uint32_t* proved,
                 const std::uint32_t* stop, Reduction<W>* results, cudaStream_t stream);

/// A row by all blocks of the device. Waits.
template <WeightType W, OffsetType O>
Reduction<W> reduce_alone(const CsrView<W, O>& graph, const cuda::KeyOf<W>* keys, const Problem& problem,
                          RunContext& context, cudaStream_t stream);

/// Rows of keys one behind the other as the rows of an answer, in the order of the vertices; the answer may lie in memory
/// of the host's that kernels reach. Does not wait.
template <WeightType W>
void write_answers(const cuda::KeyOf<W>* keys, std::uint32_t rows, const Vertex* numbers, Vertex vertices, W* answers,
                   cudaStream_t stream);

/// The distances of `count` targets alone out of rows of keys, for each row one behind the other. `targets` are on the
/// device; the rest is as for write_answers().
template <WeightType W>
void gather_targets(const cuda::KeyOf<W>* keys, std::uint32_t rows, const Vertex* numbers, Vertex vertices,
                    const Vertex* targets, std::uint64_t count, W* answers, cudaStream_t stream);

}  // namespace wayfront::near_far
