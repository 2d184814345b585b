// float32 weights.
#include "mapped_solver.cuh"

namespace wayfront::near_far {

template std::unique_ptr<Solver> make_solver_of<float>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::near_far
