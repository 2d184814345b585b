// Distances in 4 bytes: dedup = "stamp", "lookup" and "none".
#include "solver.cuh"

namespace wayfront::hbf {
namespace {

/// An arc from one leaf to another joins a component of two, of which the solve's source is one, so that it does no
/// harm when a distance is read here while it is written.
template <WeightType W>
struct LeafStep {
  static constexpr int phases = 1;
  struct Shared {};
  Key* keys;
  const LeafArc<W>* arcs;
  std::uint64_t count;

  template <int Phase>
  __device__ void run(const cuda::Round<W>&, cuda::Tally<W>& tally, Shared&) const {
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = cuda::grid_thread(); i < count; i += step) {
      const LeafArc<W> arc = arcs[i];
      const W distance = cuda::distance_of<W>(__ldcg(keys + arc.source));
      if (distance == unreached<W>) continue;
      ++tally.relaxed;
      if (cuda::relax(keys, arc.target, saturating_add(distance, arc.weight))) ++tally.improved;
    }
  }
};

}  // namespace

template <WeightType W>
void relax_leaves(cuda::RoundLoop& loop, Key* keys, const LeafArc<W>* arcs, std::uint64_t count, cuda::LoopShape shape,
                  RunContext& context) {
  shape.items = count;
  const LeafStep<W> leaves{keys, arcs, count};
  cuda::run_rounds<W>(loop, EveryVertex<W>{}, leaves, shape, {.until = loop.rounds() + 1, .to_the_end = true}, context);
}

template void relax_leaves<std::int32_t>(cuda::RoundLoop&, Key*, const LeafArc<std::int32_t>*, std::uint64_t,
                                         cuda::LoopShape, RunContext&);
template void relax_leaves<float>(cuda::RoundLoop&, Key*, const LeafArc<float>*, std::uint64_t, cuda::LoopShape,
                                  RunContext&);

std::unique_ptr<Solver> make_plain_solver(const Options& options, const Graph& graph, RunContext& context) {
  return make_solver_of<PlainLabels>(options, graph, context);
}

std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context) {
  return options.dedup == Dedup::atomic64 ? make_paired_solver(options, graph, context)
                                          : make_plain_solver(options, graph, context);
}

}  // namespace wayfront::hbf
