// What the host and the kernel of one source's sweep agree on.
#pragma once

#include <cstdint>

#include "rooms.hpp"
#include "share.hpp"
#include "structure.hpp"
#include "times.hpp"
#include "wayfront/cuda/grid_barrier.cuh"
#include "wayfront/cuda/signal.cuh"
#include "wayfront/distance.hpp"

namespace wayfront::separator_sweep_cuda {

using separators::Node;

inline constexpr unsigned block_threads = 1024;

/// In device memory.
struct Arrivals {
  std::uint32_t blocks;   // that have written their part of an answer, over all launches
  std::uint32_t rounded;  // the last signal of an answer with a distance above Plan::exact_up_to
};

/// In host memory.
struct Landing {
  std::uint32_t is_rounded;  // of the last answer; see Arrivals
  std::uint32_t stop;        // not looked at: the kernel is short
};

/// A prepared graph in device memory.
template <WeightType W>
struct Plan {
  using Entry = Magnitude<W>;

  const std::uint32_t* maps;
  std::uint32_t pitch;
  std::uint32_t max_distances;
  const std::uint32_t* up_places;
  const Entry* up;
  const Entry* down;
  const Entry* inner;
  const std::uint32_t* anchors;
  const Entry* offsets;
  Entry* distances;  // by position; one more, which is unreached
  std::uint32_t vertices;
  Rooms rooms;
  cuda::BarrierWords* barrier;
  Arrivals* arrivals;
  Landing* landing;   // in host memory
  Entry exact_up_to;  // floats: sums of weights up to here are not rounded
};

struct PathNode {
  std::uint64_t table_start, inner_start, boundary_start;
  std::uint32_t node, step, first, size, stride, rows;
  std::uint32_t place;     // of its separator on the way
  std::uint32_t path_row;  // first of its rows among the path's
  std::uint32_t room;      // first entry of its table in shared memory
};

/// One source.
template <WeightType W>
struct alignas(16) Query {
  using Entry = Magnitude<W>;
  struct Start {
    std::uint32_t place;   // on the way
    std::uint32_t column;  // of the first node's separator; no_node where it is an ancestor's
    Entry distance;
  };

  Entry* answer;          // memory that the host reads
  std::uint64_t passed;   // barriers
  std::uint64_t* times;   // max_stamps for each block; null: none wanted
  std::uint32_t arrived;  // Arrivals::blocks when all blocks have arrived
  cuda::Signal::Raiser signal;
  std::uint32_t places;  // of the way
  std::uint32_t rows;    // of the path
  std::uint32_t path_nodes;
  std::uint32_t starts;
  Start start[2];
  PathNode path[max_steps];  // the root last
};

}  // namespace wayfront::separator_sweep_cuda
