// float64 weights.
#include "mapped_solver.cuh"

namespace wayfront::near_far {

template std::unique_ptr<Solver> make_solver_of<double>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::near_far
