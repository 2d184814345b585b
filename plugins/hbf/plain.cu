// Once for each type of weights.
#include "plain.cuh"

namespace wayfront::hbf {

template std::unique_ptr<Solver> make_plain_solver<WAYFRONT_WEIGHT>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::hbf
