// Many sources at once: groups of 32, 64 or 128 that read each arc together. For integers of 32 bits whose arcs have four
// bytes; what a group cannot hold is left to the solver for single sources.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>

#include "../rows/sorted_rows.cuh"
#include "../stage.cuh"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/function_ref.hpp"
#include "wayfront/run.hpp"

namespace wayfront::push_pull {

/// What is known of the graph, and what is expected of searches in it: as in Task.
struct BatchSetting {
  RowsView<NarrowArcs> graph;
  Stage<std::int32_t> stage;
  float growth;
  std::uint32_t mean_degree;
  float mass;
  std::int32_t lightest, heaviest;
  double bound;        // the option; 0: as far as it takes
  std::uint32_t room;  // likewise
  unsigned together;   // likewise
};

class BatchSolver {
 public:
  BatchSolver() = default;
  BatchSolver(const BatchSolver&) = delete;
  BatchSolver& operator=(const BatchSolver&) = delete;
  virtual ~BatchSolver() = default;

  /// Whether to solve this many sources here: there are enough of them, and the device has the memory, which this call
  /// takes. `rows`: distances are wanted.
  virtual bool takes(std::size_t sources, bool rows) = 0;
  /// Answers for all sources, after takes(). `reaches`: the device can write into the output. `solve_alone(row)` answers
  /// for one that does not fit.
  virtual void solve(const Problem& problem, Output& output, RunContext& context, cuda::Transfer& transfer,
                     bool reaches, FunctionRef<void(std::uint32_t row)> solve_alone) = 0;
};

/// On the current device, with work in `stream`, which must outlive the solver.
std::unique_ptr<BatchSolver> make_batch_solver(const BatchSetting& setting, RunContext& context, cudaStream_t stream);

}  // namespace wayfront::push_pull
