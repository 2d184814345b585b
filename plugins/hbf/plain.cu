// Distances apart from rounds: dedup = "stamp", "lookup" and "none". Once for each type of weights.
#include "solver.cuh"

namespace wayfront::hbf {

template <WeightType W>
std::unique_ptr<Solver> make_plain_solver(const Options& options, const Graph& graph, RunContext& context) {
  return make_solver_of<W, PlainLabels<cuda::KeyOf<W>>>(options, graph, context);
}

template std::unique_ptr<Solver> make_plain_solver<WAYFRONT_WEIGHT>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::hbf
