// hubs = "dynamic_parallelism": the kernels here are linked for the device, so that they can launch others.
#include "solver.cuh"

namespace wayfront::hbf {

template <WeightType W, OffsetType O, class Labels>
void run_round_with_children(cuda::RoundLoop& loop, const Step<W, O, Labels>& step, const cuda::LoopShape& shape,
                             RunContext& context) {
  const Step<W, O, Labels, true> parent{step.state,   step.queue, step.raw, step.lookup, step.hubs,
                                        step.dealing, step.sums,  0,        nullptr,     step.epochs};
  cuda::begin_round<W>(loop, EveryVertex<W>{}, parent, shape);
  cuda::end_round<W>(loop, EveryVertex<W>{}, parent, shape, context);
}

#define WAYFRONT_HBF_INSTANCE(W, O, Labels)                                                                  \
  template void run_round_with_children(cuda::RoundLoop&, const Step<W, O, Labels>&, const cuda::LoopShape&, \
                                        RunContext&);
#define WAYFRONT_HBF_INSTANCES(Labels)                       \
  WAYFRONT_HBF_INSTANCE(std::int32_t, std::uint32_t, Labels) \
  WAYFRONT_HBF_INSTANCE(std::int32_t, std::uint64_t, Labels) \
  WAYFRONT_HBF_INSTANCE(float, std::uint32_t, Labels)        \
  WAYFRONT_HBF_INSTANCE(float, std::uint64_t, Labels)
WAYFRONT_HBF_INSTANCES(PairedLabels)
WAYFRONT_HBF_INSTANCES(PlainLabels)

}  // namespace wayfront::hbf
