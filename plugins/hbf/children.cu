// hubs = "dynamic_parallelism": a thread that finds a hub launches a kernel for its arcs. Kernels cannot wait for those
// that they launch, so the host's loop does. Compiled with -rdc=true: the kernels here are linked for the device.
#include "step.cuh"

namespace wayfront::hbf {

/// The arcs of one hub, by as many blocks as they fill.
template <WeightType W, OffsetType O, class Labels>
__global__ void relax_hub(const Parts<W, O, Labels> parts, const std::uint64_t round, const Row<W, O> hub) {
  __shared__ StageMemory memory;
  cuda::Tally<W> tally;
  auto walk = parts.walk(round, tally, memory);
  const O tiles = HubQueue::Ref::parts(hub.degree);
  const std::uint64_t warps = grid_warps();
  for (std::uint64_t part = cuda::grid_thread() / 32; part < tiles; part += warps)
    cuda::expand_row(HubQueue::Ref::part_of(hub, static_cast<std::uint32_t>(part)), walk);
  walk.finish();
  cuda::RoundSums<W>& sums = parts.sums[round % 3];
  const unsigned relaxed = __reduce_add_sync(full_warp, tally.relaxed);
  const unsigned improved = __reduce_add_sync(full_warp, tally.improved);
  const unsigned waiting = __reduce_add_sync(full_warp, tally.waiting);
  if (threadIdx.x % 32 != 0) return;
  if (relaxed != 0) atomicAdd(&sums.relaxed, static_cast<unsigned long long>(relaxed));
  if (improved != 0) atomicAdd(&sums.improved, static_cast<unsigned long long>(improved));
  if (waiting != 0) atomicAdd(&sums.waiting, static_cast<unsigned long long>(waiting));
}

template <WeightType W, OffsetType O, class Labels>
__device__ bool launch_child(const Parts<W, O, Labels>& parts, std::uint64_t round, const Row<W, O>& hub) {
  constexpr unsigned block = 256;
  const O tiles = HubQueue::Ref::parts(hub.degree);
  const auto blocks = static_cast<unsigned>((tiles + block / 32 - 1) / (block / 32));
  relax_hub<W, O, Labels><<<blocks, block, 0, cudaStreamFireAndForget>>>(parts, round, hub);
  return cudaGetLastError() == cudaSuccess;  // else too many launches are pending: the warp does it
}

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
