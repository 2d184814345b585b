#include "solver.cuh"

namespace wayfront::push_pull {

template <>
std::unique_ptr<Solver> make_solver_of<std::int64_t>(const Options& options, const Graph& graph, RunContext& context) {
  return std::make_unique<SolverOf<WideArcs<std::int64_t>>>(WideArcs<std::int64_t>(), options, graph, context);
}

}  // namespace wayfront::push_pull
