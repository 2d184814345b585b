// One rank's part of the graph and its share in a solve. Members are called by all ranks at once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "../message.hpp"
#include "parallel_bgl.hpp"

namespace wayfront::pbgl {

/// The arcs out of this rank's vertices. Weights are 32 bits of the job's kind.
struct LocalArcs {
  std::vector<std::uint64_t> degrees;
  std::vector<std::uint32_t> targets;
  std::vector<std::uint32_t> weights;
};

class Solver {
 public:
  virtual ~Solver() = default;
  /// This rank's distances, as 32 bits of the weight kind each, padding included. Valid until the next call.
  virtual std::span<const std::uint32_t> solve(std::uint64_t source) = 0;
};

/// Takes the arcs, and frees them when the library has its own copy.
std::unique_ptr<Solver> make_solver(const Job& job, LocalArcs arcs,
                                    const boost::graph::distributed::mpi_process_group& group);

}  // namespace wayfront::pbgl
