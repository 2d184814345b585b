// int32 weights.
#include "plain.cuh"

namespace wayfront::hbf {

template std::unique_ptr<Solver> make_plain_solver<std::int32_t>(const Options&, const Graph&, RunContext&);

}  // namespace wayfront::hbf
