// int32 weights.
#include "mapped_solver.cuh"

namespace wayfront::near_far {

template std::unique_ptr<Solver> make_solver_of<std::int32_t>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::near_far
