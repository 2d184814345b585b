// The choice of a solver by the type of weights.
#include "solver.cuh"

namespace wayfront::near_far {

std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context) {
  return with_weight_type(graph.info().weights,
                          [&]<WeightType W>() { return make_solver_of<W>(options, graph, context); });
}

}  // namespace wayfront::near_far
