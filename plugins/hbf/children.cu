// hubs = "dynamic_parallelism": the kernels here are linked for the device, so that they can launch others.
#include "children.cuh"
#include "solver.cuh"

namespace wayfront::hbf {

template <WeightType W, class Labels>
void run_round_with_children(cuda::RoundLoop<W>& loop, const Parts<W, std::uint32_t, Labels>& parts,
                             const cuda::LoopShape& shape, RunContext& context) {
  const Step<W, std::uint32_t, Labels, Way::children> step{parts};
  cuda::begin_round<W>(loop, EveryVertex<W>{}, step, shape);
  cuda::end_round<W>(loop, EveryVertex<W>{}, step, shape, context);
}

#define WAYFRONT_HBF_INSTANCE(W, Labels)                                                             \
  template void run_round_with_children(cuda::RoundLoop<W>&, const Parts<W, std::uint32_t, Labels>&, \
                                        const cuda::LoopShape&, RunContext&);
WAYFRONT_HBF_INSTANCE(std::int32_t, PairedLabels)
WAYFRONT_HBF_INSTANCE(std::int32_t, PlainLabels<std::int32_t>)
WAYFRONT_HBF_INSTANCE(float, PairedLabels)
WAYFRONT_HBF_INSTANCE(float, PlainLabels<std::int32_t>)

}  // namespace wayfront::hbf
