// The end of a solve: the distances in the caller's order, whole or as codes.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codes.hpp"
#include "task.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::push_pull {

/// In what format the answer goes: the shortest whose list has room. All threads of all blocks, between meetings.
template <class Arcs>
class Answer {
  using W = typename Arcs::Weight;
  using Key = cuda::KeyOf<W>;

 public:
  __device__ explicit Answer(const Task<Arcs>& task) : task_(task) {}

  /// How many of the distances that this thread looks at are too far for each format.
  __device__ void count_far() {
    if constexpr (code_formats<W> != 0) {
      const std::uint32_t reachable = task_.graph.numbering.reachable();
      std::uint32_t far[code_formats<W>] = {};
      for (std::uint32_t v = blockIdx.x * block_threads + threadIdx.x; v < reachable; v += gridDim.x * block_threads) {
        const W distance = cuda::fresh_distance<W>(task_.distances, v);
        if (distance == unreached<W>) continue;
        far[0] += distance >= listed_code<std::uint8_t>;
        far[1] += distance >= listed_code<std::uint16_t>;
        if constexpr (code_formats<W> == 3) far[2] += distance >= static_cast<W>(listed_code<std::uint32_t>);
      }
      for (unsigned i = 0; i < code_formats<W>; ++i) {
        const std::uint32_t sum = cuda::warp_sum(far[i]);
        if (threadIdx.x % 32 == 0 && sum != 0) atomicAdd(task_.control->far + i, sum);
      }
    }
  }

  /// After a meeting since count_far().
  __device__ Format format() const {
    if constexpr (code_formats<W> != 0)
      for (unsigned i = 0; i < code_formats<W>; ++i)
        if (__ldcg(task_.control->far + i) <= task_.codes.list_room) return static_cast<Format>(i + 1);
    return Format::whole;
  }

  __device__ void write(Format format) const {
    if constexpr (code_formats<W> != 0) {
      if (format == Format::one_byte) return write_codes<std::uint8_t>(format);
      if (format == Format::two_bytes) return write_codes<std::uint16_t>(format);
      if constexpr (code_formats<W> == 3)
        if (format == Format::four_bytes) return write_codes<std::uint32_t>(format);
    }
    write_whole();
  }

 private:
  /// Of the vertex v, which has this number.
  __device__ W distance(std::uint32_t number, std::uint64_t v) const {
    if (v == task_.source) return 0;
    return number < task_.graph.numbering.reachable() ? cuda::fresh_distance<W>(task_.distances, number) : unreached<W>;
  }

  static constexpr unsigned whole_each = 16 / sizeof(W);  // a thread stores 16 bytes

  __device__ void write_whole() const {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * block_threads;
    for (std::uint64_t i = blockIdx.x * block_threads + threadIdx.x; i * whole_each < task_.graph.vertices;
         i += threads)
      write_some(i * whole_each);
  }
  __device__ void write_whole_piece(std::uint64_t piece) const {
    for (std::uint32_t i = threadIdx.x * whole_each; i < piece_vertices; i += block_threads * whole_each)
      if (piece * piece_vertices + i < task_.graph.vertices) write_some(piece * piece_vertices + i);
  }
  /// The distances of v and those behind it.
  __device__ void write_some(std::uint64_t v) const {
    union Some {
      uint4 bits;
      W distances[whole_each];
    };
    const std::uint64_t vertices = task_.graph.vertices;
    std::uint32_t numbers[whole_each];
    load_numbers(v, numbers);
    Some some;
#pragma unroll
    for (unsigned k = 0; k < whole_each; ++k) some.distances[k] = distance(numbers[k], v + k);
    if (v + whole_each <= vertices)
      *reinterpret_cast<uint4*>(task_.answer + v) = some.bits;
    else
      for (unsigned k = 0; v + k < vertices; ++k) task_.answer[v + k] = some.distances[k];
  }

  template <class Code>
  __device__ void write_codes(Format format) const {
    constexpr unsigned each = piece_vertices / block_threads;
    using Bits = std::conditional_t<sizeof(Code) == 1, uint2, uint4>;
    union Coded {
      Bits bits[each * sizeof(Code) / sizeof(Bits)];
      Code codes[each];
    };
    const CodesView<W>& to = task_.codes;
    const std::uint64_t vertices = task_.graph.vertices;
    for (std::uint64_t piece = blockIdx.x; piece * piece_vertices < vertices; piece += gridDim.x) {
      if (piece >= to.coded_pieces) {
        write_whole_piece(piece);
        continue;
      }
      const std::uint64_t v = piece * piece_vertices + threadIdx.x * each;
      if (v < vertices) {
        std::uint32_t numbers[each];
        load_numbers(v, numbers);
        W distances[each];
#pragma unroll
        for (unsigned k = 0; k < each; ++k) distances[k] = distance(numbers[k], v + k);
        Coded coded;
#pragma unroll
        for (unsigned k = 0; k < each; ++k) {
          coded.codes[k] = distances[k] == unreached<W> ? no_path_code<Code> : static_cast<Code>(distances[k]);
          if (distances[k] == unreached<W> || distances[k] < static_cast<W>(listed_code<Code>)) continue;
          coded.codes[k] = listed_code<Code>;
          to.list[atomicAdd(&task_.control->listed, 1U)] = {distances[k], static_cast<Vertex>(v + k)};
        }
        auto* const place = reinterpret_cast<Bits*>(to.codes + v * sizeof(Code));
#pragma unroll
        for (unsigned k = 0; k < sizeof coded / sizeof(Bits); ++k) place[k] = coded.bits[k];
      }
      __syncthreads();
      if (threadIdx.x == 0) {
        __threadfence_system();
        *static_cast<volatile std::uint32_t*>(to.pieces + piece) = to.stamp(format);
      }
    }
  }

  /// Of the vertices from v on; v is a multiple of `each`.
  template <unsigned each>
  __device__ void load_numbers(std::uint64_t v, std::uint32_t (&numbers)[each]) const {
    static_assert(padded_vertices % each == 0);
    if constexpr (each == 2) {
      const uint2 pair = __ldg(reinterpret_cast<const uint2*>(task_.graph.numbers + v));
      numbers[0] = pair.x;
      numbers[1] = pair.y;
    } else {
#pragma unroll
      for (unsigned k = 0; k < each; k += 4) {
        const uint4 four = __ldg(reinterpret_cast<const uint4*>(task_.graph.numbers + v + k));
        numbers[k] = four.x;
        numbers[k + 1] = four.y;
        numbers[k + 2] = four.z;
        numbers[k + 3] = four.w;
      }
    }
  }

  const Task<Arcs>& task_;
};

}  // namespace wayfront::push_pull
