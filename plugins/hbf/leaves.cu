// The pass over the arcs to leaves, and the choice of a solver.
#include "solver.cuh"

namespace wayfront::hbf {
namespace {

/// An arc from one leaf to another joins a component of two, of which the solve's source is one, so that it does no
/// harm when a distance is read here while it is written.
template <WeightType W>
struct LeafStep {
  static constexpr int phases = 1;
  static constexpr cuda::Kernels kernels = cuda::Kernels::rounds;  // one round: the host's launch of it is as good
  struct Shared {};
  cuda::KeyOf<W>* keys;
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
void relax_leaves(cuda::RoundLoop<W>& loop, cuda::KeyOf<W>* keys, const LeafArc<W>* arcs, std::uint64_t count,
                  cuda::LoopShape shape, RunContext& context) {
  shape.items = count;
  const LeafStep<W> leaves{keys, arcs, count};
  cuda::run_rounds<W>(loop, EveryVertex<W>{}, leaves, shape, {.until = loop.rounds() + 1, .to_the_end = true}, context);
}

template void relax_leaves(cuda::RoundLoop<std::int32_t>&, cuda::KeyOf<std::int32_t>*, const LeafArc<std::int32_t>*,
                           std::uint64_t, cuda::LoopShape, RunContext&);
template void relax_leaves(cuda::RoundLoop<float>&, cuda::KeyOf<float>*, const LeafArc<float>*, std::uint64_t,
                           cuda::LoopShape, RunContext&);
template void relax_leaves(cuda::RoundLoop<std::int64_t>&, cuda::KeyOf<std::int64_t>*, const LeafArc<std::int64_t>*,
                           std::uint64_t, cuda::LoopShape, RunContext&);
template void relax_leaves(cuda::RoundLoop<double>&, cuda::KeyOf<double>*, const LeafArc<double>*, std::uint64_t,
                           cuda::LoopShape, RunContext&);

std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context) {
  const WeightKind kind = graph.info().weights;
  const bool narrow = weight_size(kind) == 4;
  if (options.dedup == Dedup::atomic64 && !narrow)
    throw Unsupported(
        "hbf: dedup = \"atomic64\" takes weights of 32 bits, because the distance and its round share a word of 64; "
        "dedup = \"auto\", \"stamp\", \"lookup\" and \"none\" take all");
  if (narrow && (options.dedup == Dedup::atomic64 || options.dedup == Dedup::automatic))
    return make_paired_solver(options, graph, context);
  return with_weight_type(kind, [&]<WeightType W>() { return make_plain_solver<W>(options, graph, context); });
}

}  // namespace wayfront::hbf
