// adds
#pragma once

#include <memory>

#include "options.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::adds {

/// One prepared graph; one thread at a time.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual void solve(const Problem& problem, Output& output, RunContext& context) = 0;
};

/// On the current device. `graph` must outlive the solver.
std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::adds
