// Weights of type int32.
#include "solver.cuh"

namespace wayfront::adds {

std::unique_ptr<Solver> make_integer_solver(const Options& options, const Graph& graph, RunContext& context) {
  return make_solver_of<std::int32_t>(options, graph, context);
}

std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context) {
  return graph.info().weights == WeightKind::float32 ? make_float_solver(options, graph, context)
                                                     : make_integer_solver(options, graph, context);
}

}  // namespace wayfront::adds
