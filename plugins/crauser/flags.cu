#include "flags.cuh"

#include "solver.cuh"

namespace wayfront::crauser {

std::unique_ptr<Solver> make_flags_solver(const Options& options, const Graph& graph, RunContext& context) {
  return visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<Solver> {
    if (options.direction == Direction::successors)
      return std::make_unique<SolverOf<W, Flags<W, O, Direction::successors>>>(options, graph, context);
    return std::make_unique<SolverOf<W, Flags<W, O, Direction::predecessors>>>(options, graph, context);
  });
}

std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context) {
  if (options.frontier == Form::flags) return make_flags_solver(options, graph, context);
  return options.direction == Direction::successors ? make_successors_solver(options, graph, context)
                                                    : make_predecessors_solver(options, graph, context);
}

}  // namespace wayfront::crauser
