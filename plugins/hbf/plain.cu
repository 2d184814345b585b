// Distances in 4 bytes: dedup = "stamp", "lookup" and "none".
#include "solver.cuh"

namespace wayfront::hbf {

std::unique_ptr<Solver> make_plain_solver(const Options& options, const Graph& graph, RunContext& context) {
  return make_solver_of<PlainLabels>(options, graph, context);
}

std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context) {
  return options.dedup == Dedup::atomic64 ? make_paired_solver(options, graph, context)
                                          : make_plain_solver(options, graph, context);
}

}  // namespace wayfront::hbf
