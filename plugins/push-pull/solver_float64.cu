#include "solver.cuh"

namespace wayfront::push_pull {

template <>
std::unique_ptr<Solver> make_solver_of<double>(const Options& options, const Graph& graph, RunContext& context) {
  return std::make_unique<SolverOf<WideArcs<double>>>(WideArcs<double>(), options, graph, context);
}

}  // namespace wayfront::push_pull
