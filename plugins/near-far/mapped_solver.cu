// The choice of a solver for one type of weights. Once for each type.
#include "depth.hpp"
#include "solver.cuh"

namespace wayfront::near_far {

template <WeightType W, OffsetType O>
std::unique_ptr<Solver> make_mapped_solver(const Options& options, const Graph& graph, RunContext& context) {
  if (options.mapping == Mapping::heads || (options.mapping == Mapping::automatic && pays_for_heads(graph)))
    return std::make_unique<SolverOf<W, O, true>>(options, graph, context);
  return std::make_unique<SolverOf<W, O, false>>(options, graph, context);
}

template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context) {
  if (graph.info().offsets == OffsetKind::offsets64)
    return make_mapped_solver<W, std::uint64_t>(options, graph, context);
  return make_mapped_solver<W, std::uint32_t>(options, graph, context);
}

template std::unique_ptr<Solver> make_solver_of<WAYFRONT_WEIGHT>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::near_far
