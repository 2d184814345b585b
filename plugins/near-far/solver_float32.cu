// float32 weights.
#include "solver.cuh"

namespace wayfront::near_far {

template <>
std::unique_ptr<Solver> make_solver_of<float>(const Options& options, const Graph& graph, RunContext& context) {
  if (graph.info().offsets == OffsetKind::offsets64)
    return make_mapped_solver<float, std::uint64_t>(options, graph, context);
  return make_mapped_solver<float, std::uint32_t>(options, graph, context);
}

}  // namespace wayfront::near_far
