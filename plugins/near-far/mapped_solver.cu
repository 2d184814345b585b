// Once for each type of weights.
#include "mapped_solver.cuh"

namespace wayfront::near_far {

template std::unique_ptr<Solver> make_solver_of<WAYFRONT_WEIGHT>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::near_far
