#include "solver.cuh"

namespace wayfront::push_pull {

template <>
std::unique_ptr<Solver> make_solver_of<float>(const Options& options, const Graph& graph, RunContext& context) {
  return std::make_unique<SolverOf<WideArcs<float>>>(WideArcs<float>(), options, graph, context);
}

}  // namespace wayfront::push_pull
