// Weights of type float32.
#include "solver.cuh"

namespace wayfront::adds {

std::unique_ptr<Solver> make_float_solver(const Options& options, const Graph& graph, RunContext& context) {
  return make_solver_of<float>(options, graph, context);
}

}  // namespace wayfront::adds
