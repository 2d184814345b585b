// Arcs of four bytes: integers of 32 bits that fit beside the numbers of vertices.
#include "solver.cuh"

namespace wayfront::push_pull {

std::unique_ptr<Solver> make_narrow_solver(unsigned target_bits, const Options& options, const Graph& graph,
                                           RunContext& context) {
  return std::make_unique<SolverOf<NarrowArcs>>(NarrowArcs(target_bits), options, graph, context);
}

}  // namespace wayfront::push_pull
