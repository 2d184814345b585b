#include <bit>

#include "solver.cuh"

namespace wayfront::push_pull {

/// Four bytes an arc where numbers and weights fit.
template <>
std::unique_ptr<Solver> make_solver_of<std::int32_t>(const Options& options, const Graph& graph, RunContext& context) {
  const auto bits = static_cast<unsigned>(std::bit_width(std::uint64_t{graph.info().vertices} + 2 * chunk));
  if (bits < 31 && graph.info().max_weight <= NarrowArcs::max_weight(bits))
    return std::make_unique<SolverOf<NarrowArcs>>(NarrowArcs(bits), options, graph, context);
  return std::make_unique<SolverOf<WideArcs<std::int32_t>>>(WideArcs<std::int32_t>(), options, graph, context);
}

}  // namespace wayfront::push_pull
