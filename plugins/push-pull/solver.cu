// Once for each type of weights.
#include <bit>
#include <type_traits>

#include "solver.cuh"

namespace wayfront::push_pull {

using W = WAYFRONT_WEIGHT;

template <>
std::unique_ptr<Solver> make_solver_of<W>(const Options& options, const Graph& graph, RunContext& context) {
  if constexpr (std::is_same_v<W, std::int32_t>) {  // four bytes an arc where numbers and weights fit
    const auto bits = static_cast<unsigned>(std::bit_width(std::uint64_t{graph.info().vertices} + 2 * chunk));
    if (bits < 31 && graph.info().max_weight <= NarrowArcs::max_weight(bits))
      return make_narrow_solver(bits, options, graph, context);
  }
  return std::make_unique<SolverOf<WideArcs<W>>>(WideArcs<W>(), options, graph, context);
}

}  // namespace wayfront::push_pull
