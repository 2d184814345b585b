// Rounds on the device. A step is written once and driven by either loop:
//
//   struct Step {                        // trivially copyable, goes to the kernel by value
//     static constexpr int phases = 1;   // parts of a round that are separated by grid barriers
//     struct Shared {};                  // the block's shared memory, uninitialised
//     template <int Phase>               // called by every thread of the grid; may use __syncthreads()
//     __device__ void run(const Round<W>& round, Tally<W>& tally, Shared& shared) const;
//     WAYFRONT_HD bool runs(int phase) const;  // optional: whether a phase after the first is run at all
//     static constexpr Kernels kernels = Kernels::both;  // optional: what is compiled for it
//     __device__ void begin() const;           // optional, with Kernels::rounds: before round 1
//     __device__ void end(Meeting&) const;     // optional, likewise: when nothing waits any more
//   };
//
// begin() and end() are called by every thread of the grid in the launch of round 1 and in the last one. A step with a
// begin() needs no other work of the device before a solve: the loop starts with RoundLoop::start_in_kernel(). All
// blocks meet after begin() and before end().
//
// Device loop: one cooperative kernel runs schedule and step until nothing waits, with one grid barrier per round (and
// one more per further phase); the barrier itself adds up how many vertices wait. Host loop: one launch per phase, one
// copy back and one wait per round; or, for Kernels::rounds, the device loop's kernel is launched for one round.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/round_loop.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::cuda {

/// Which kernels are made of a step. A large step is compiled once per kernel and type of graph, which takes seconds
/// each: make both where both loops have to be as fast as they can be.
enum class Kernels : std::uint8_t {
  both,
  rounds,  // of the device loop: the host loop launches it for a round at a time
  phases,  // of the host loop, one for each phase: only for LoopShape::loop = Loop::host
};

namespace detail {

template <class Step>
constexpr Kernels kernels_of() {
  if constexpr (requires { Step::kernels; }) {
    return Step::kernels;
  } else {
    return Kernels::both;
  }
}

template <WeightType W>
struct DeviceLaunch {
  LoopState<W> state;
  LoopLimits limits;
  RoundControl<W>* control;
  RoundReport<W>* report;
  const std::uint32_t* stop;
  TraceRecord<W>* trace;  // null: no trace
};

inline constexpr std::uint64_t stop_number = std::uint64_t{1} << 39;  // added to a barrier's sum; waiting stays below

template <WeightType W>
WAYFRONT_HD RoundStats<W> stats_of(const LoopState<W>& state) {
  RoundStats<W> stats;
  stats.round = state.round;
  stats.waiting = state.waiting;
  stats.limit = distance_of<W>(state.limit);
  stats.min_distance = distance_of<W>(state.min_distance);
  stats.safe = distance_of<W>(state.safe);
  return stats;
}

template <WeightType W, Schedule<W> S>
WAYFRONT_HD Round<W> next_round(const S& schedule, const LoopState<W>& state) {
  const RoundStats<W> last = stats_of(state);
  return {last.round + 1, last.waiting, schedule.limit(last), last.min_distance};
}

__device__ inline std::uint64_t device_clock() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

template <class Step>
WAYFRONT_HD bool runs(const Step& step, int phase) {
  if constexpr (requires { step.runs(phase); }) {
    return step.runs(phase);
  } else {
    return true;
  }
}

template <class Step>
inline constexpr bool has_begin = requires(const Step& step) {
  step.begin();
};
template <class Step>
inline constexpr bool has_end = requires(const Step& step, Meeting& meeting) {
  step.end(meeting);
};

template <int Phase, WeightType W, class Step>
__device__ void run_phases(const Step& step, const Round<W>& round, Tally<W>& tally, typename Step::Shared& shared,
                           GridBarrier& barrier) {
  if (Phase == 0 || runs(step, Phase)) {
    if constexpr (Phase != 0) Meeting{barrier}();
    step.template run<Phase>(round, tally, shared);
  }
  if constexpr (Phase + 1 < Step::phases) run_phases<Phase + 1>(step, round, tally, shared, barrier);
}

/// Adds the tallies of a warp to the block's sums in shared memory.
template <bool Distances, WeightType W>
__device__ void add_warp(const Tally<W>& tally, bool counts, RoundSums<W>& sums) {
  const bool leader = (threadIdx.x & 31U) == 0;
  const unsigned waiting = __reduce_add_sync(full_warp, tally.waiting);
  if (leader && waiting != 0) atomicAdd(&sums.waiting, waiting);
  if (counts) {
    const unsigned active = __reduce_add_sync(full_warp, tally.active);
    const unsigned relaxed = __reduce_add_sync(full_warp, tally.relaxed);
    const unsigned improved = __reduce_add_sync(full_warp, tally.improved);
    if (leader && active != 0) atomicAdd(&sums.active, active);
    if (leader && relaxed != 0) atomicAdd(&sums.relaxed, relaxed);
    if (leader && improved != 0) atomicAdd(&sums.improved, improved);
  }
  if constexpr (Distances) {
    const KeyOf<W> min_distance = warp_min(key_of(tally.min_distance));
    const KeyOf<W> safe = warp_min(key_of(tally.safe));
    if (leader && min_distance < sums.min_distance) atomicMin(&sums.min_distance, min_distance);
    if (leader && safe < sums.safe) atomicMin(&sums.safe, safe);
  }
}

/// Adds a block's sums, except `waiting`, to the round's. Atomics on one address serialize, so those that would change
/// nothing are skipped.
template <bool Distances, WeightType W>
__device__ void add_block(const RoundSums<W>& block, bool counts, RoundSums<W>& round) {
  if (counts) {
    if (block.active != 0) atomicAdd(&round.active, block.active);
    if (block.relaxed != 0) atomicAdd(&round.relaxed, block.relaxed);
    if (block.improved != 0) atomicAdd(&round.improved, block.improved);
  }
  if constexpr (Distances) {
    if (block.min_distance < unreached_key<W>) atomicMin(&round.min_distance, block.min_distance);
    if (block.safe < unreached_key<W>) atomicMin(&round.safe, block.safe);
  }
}

template <WeightType W>
WAYFRONT_HD RoundSums<W> no_sums() {
  return {0, 0, 0, 0, unreached_key<W>, unreached_key<W>};
}

/// Adds up the work of a launch; the last block to leave reports.
template <WeightType W>
__device__ void leave(const DeviceLaunch<W>& launch, const LoopState<W>& state, RoundsEnd end, std::uint64_t settled,
                      std::uint64_t relaxed, std::uint64_t improved, RoundControl<W>& block) {
  if (threadIdx.x == 0) block.settled = block.relaxed = block.improved = 0;
  __syncthreads();
  settled = warp_sum(settled);
  relaxed = warp_sum(relaxed);
  improved = warp_sum(improved);
  if ((threadIdx.x & 31U) == 0) {
    atomicAdd(&block.settled, static_cast<unsigned long long>(settled));
    atomicAdd(&block.relaxed, static_cast<unsigned long long>(relaxed));
    atomicAdd(&block.improved, static_cast<unsigned long long>(improved));
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  RoundControl<W>& control = *launch.control;
  atomicAdd(&control.settled, block.settled);
  atomicAdd(&control.relaxed, block.relaxed);
  atomicAdd(&control.improved, block.improved);
  __threadfence();
  if (atomicAdd(&control.left, 1U) + 1 != gridDim.x) return;
  __threadfence();
  launch.report->state = state;
  launch.report->settled = atomicExch(&control.settled, 0ULL);
  launch.report->relaxed = atomicExch(&control.relaxed, 0ULL);
  launch.report->improved = atomicExch(&control.improved, 0ULL);
  launch.report->end = end;
  control.left = 0;
  __threadfence_system();
}

template <WeightType W, Schedule<W> S, class Step>
__global__ void __launch_bounds__(1024) device_rounds(const S schedule, const Step step, const DeviceLaunch<W> launch) {
  constexpr bool distances = reads_distances<S>;
  __shared__ typename Step::Shared shared;
  __shared__ RoundSums<W> block;       // this block's part of the round
  __shared__ RoundSums<W> round_sums;  // the grid's
  __shared__ RoundControl<W> at_end;   // only its totals are used
  RoundControl<W>& control = *launch.control;
  const bool tracing = launch.trace != nullptr;
  LoopState<W> state = launch.state;
  GridBarrier barrier(&control.barrier, state.passed);
  std::uint64_t settled = 0, relaxed = 0, improved = 0;
  RoundsEnd end = RoundsEnd::finished;
  long long polled = clock64();
  if (state.start == 0) state.start = device_clock();
  if (threadIdx.x == 0) block = no_sums<W>();
  __syncthreads();
  if constexpr (has_begin<Step>) {
    if (state.round == 0) {
      if (blockIdx.x == 0 && threadIdx.x < 3) control.sums[threadIdx.x] = no_sums<W>();
      step.begin();
      Meeting{barrier}();
    }
  }

  while ((state.waiting != 0 || launch.limits.to_the_end) && state.round < launch.limits.until &&
         end == RoundsEnd::finished) {
    const Round<W> round = next_round<W>(schedule, state);
    Tally<W> tally;
    run_phases<0>(step, round, tally, shared, barrier);
    settled += tally.active;
    relaxed += tally.relaxed;
    improved += tally.improved;
    add_warp<distances>(tally, tracing, block);
    __syncthreads();
    if (threadIdx.x == 0) {
      RoundSums<W>& sums = control.sums[round.number % 3];
      std::uint64_t number = block.waiting;
      if (blockIdx.x == 0) {
        if (tracing || distances) control.sums[(round.number + 1) % 3] = no_sums<W>();
        if (const long long now = clock64(); now - polled > (1 << 20)) {  // about twice a millisecond
          polled = now;
          if (*static_cast<const volatile std::uint32_t*>(launch.stop) != 0) number += stop_number;
        }
      }
      add_block<distances>(block, tracing, sums);
      block = no_sums<W>();
      round_sums.waiting = barrier.pass(number);
      if constexpr (distances) {
        round_sums.min_distance = __ldcg(&sums.min_distance);
        round_sums.safe = __ldcg(&sums.safe);
      }
      if (tracing && blockIdx.x == 0)
        launch.trace[state.round - launch.state.round] = {__ldcg(&sums.active), __ldcg(&sums.relaxed),
                                                          __ldcg(&sums.improved), device_clock(), key_of(round.limit)};
    }
    __syncthreads();
    if (round_sums.waiting >= stop_number) end = RoundsEnd::stopped;
    state.waiting = round_sums.waiting % stop_number;
    state.round = round.number;
    state.limit = key_of(round.limit);
    if constexpr (distances) {
      state.min_distance = round_sums.min_distance;
      state.safe = round_sums.safe;
      if (state.waiting != 0 && state.min_distance == unreached_key<W>) end = RoundsEnd::no_min_distance;
    }
  }
  if constexpr (has_end<Step>) {
    Meeting meeting{barrier};
    if (state.waiting == 0 && end == RoundsEnd::finished) step.end(meeting);
  }
  state.passed = barrier.passed();
  leave(launch, state, end, settled, relaxed, improved, at_end);
}

/// One phase of one round of the host loop.
template <int Phase, bool Distances, WeightType W, class Step>
__global__ void __launch_bounds__(1024) host_round(const Step step, const Round<W> round, RoundControl<W>* control) {
  __shared__ typename Step::Shared shared;
  __shared__ RoundSums<W> block;
  if (threadIdx.x == 0) block = no_sums<W>();
  __syncthreads();
  Tally<W> tally;
  step.template run<Phase>(round, tally, shared);
  add_warp<Distances>(tally, true, block);
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (Phase == 0 && blockIdx.x == 0) control->sums[(round.number + 1) % 3] = no_sums<W>();
  RoundSums<W>& sums = control->sums[round.number % 3];
  add_block<Distances>(block, true, sums);
  if (block.waiting != 0) atomicAdd(&sums.waiting, block.waiting);
}

template <int Phase, bool Distances, WeightType W, class Step>
void launch_phase(const Step& step, const Round<W>& round, RoundControl<W>* control, const LoopShape& shape,
                  cudaStream_t stream) {
  const unsigned block = shape.block_of(Phase);
  host_round<Phase, Distances, W, Step><<<blocks_for(shape.items, block), block, 0, stream>>>(step, round, control);
  WAYFRONT_CUDA(cudaGetLastError());
}

template <int Phase, bool Distances, WeightType W, class Step>
void launch_later_phases(const Step& step, const Round<W>& round, RoundControl<W>* control, const LoopShape& shape,
                         cudaStream_t stream) {
  if constexpr (Phase < Step::phases) {
    if (runs(step, Phase)) launch_phase<Phase, Distances>(step, round, control, shape, stream);
    launch_later_phases<Phase + 1, Distances>(step, round, control, shape, stream);
  }
}

template <WeightType W, Schedule<W> S, class Step>
void launch_device(RoundLoop<W>& loop, const S& schedule, const Step& step, const LoopShape& shape,
                   const LoopLimits& limits, TraceRecord<W>* trace) {
  const auto kernel = device_rounds<W, S, Step>;
  cudaLaunchAttribute cooperative{};
  cooperative.id = cudaLaunchAttributeCooperative;
  cooperative.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = loop.device_blocks(reinterpret_cast<const void*>(kernel), shape);
  config.blockDim = shape.block;
  config.stream = loop.stream();
  config.attrs = &cooperative;
  config.numAttrs = 1;
  const DeviceLaunch<W> launch{loop.state(), limits, loop.control(), loop.report(), loop.stop(), trace};
  WAYFRONT_CUDA(cudaLaunchKernelEx(&config, kernel, schedule, step, launch));
}

}  // namespace detail

/// The first phase of a round of the host loop by itself: a round may be made of several, each over a part of the
/// graph, and is ended by end_round(). Does not wait.
template <WeightType W, Schedule<W> S, class Step>
void begin_round(RoundLoop<W>& loop, const S& schedule, const Step& step, const LoopShape& shape) {
  const Round<W> round = detail::next_round<W>(schedule, loop.state());
  detail::launch_phase<0, reads_distances<S>>(step, round, loop.control(), shape, loop.stream());
}

/// The other phases, and the wait for the round's sums.
template <WeightType W, Schedule<W> S, class Step>
void end_round(RoundLoop<W>& loop, const S& schedule, const Step& step, const LoopShape& shape, RunContext& context) {
  const Round<W> round = detail::next_round<W>(schedule, loop.state());
  detail::launch_later_phases<1, reads_distances<S>>(step, round, loop.control(), shape, loop.stream());
  loop.finish_round(context, key_of(round.limit), reads_distances<S>);
}

namespace detail {

/// The device loop's kernel, until a launch ends; with the host loop it runs one round.
template <WeightType W, Schedule<W> S, class Step>
void run_launch(RoundLoop<W>& loop, const S& schedule, const Step& step, const LoopShape& shape,
                const LoopLimits& limits, RunContext& context) {
  const std::uint64_t rounds = shape.loop == Loop::host ? 1
                               : context.tracing()      ? RoundLoop<W>::trace_capacity
                                                        : limits.until - loop.rounds();
  LoopLimits within = limits;
  within.until = std::min(limits.until, loop.rounds() + rounds);
  launch_device<W>(loop, schedule, step, shape, within, context.tracing() ? loop.trace() : nullptr);
  loop.finish_launch(context);
  if (shape.loop == Loop::host) context.throw_if_cancelled();  // a launch this short does not look for it
}

}  // namespace detail

/// Runs rounds from where `loop` is until nothing waits or limits.until is reached: loop.waiting() and loop.rounds()
/// tell. Waits for the end; adds to loop.work(), traces, throws Cancelled (after which start() is needed).
template <WeightType W, Schedule<W> S, class Step>
void run_rounds(RoundLoop<W>& loop, const S& schedule, const Step& step, const LoopShape& shape,
                const LoopLimits& limits, RunContext& context) {
  constexpr Kernels kernels = detail::kernels_of<Step>();
  while ((loop.waiting() != 0 || limits.to_the_end) && loop.rounds() < limits.until) {
    if constexpr (kernels != Kernels::phases)
      if (kernels == Kernels::rounds || shape.loop == Loop::device) {
        detail::run_launch<W>(loop, schedule, step, shape, limits, context);
        continue;
      }
    if constexpr (kernels != Kernels::rounds) {
      begin_round<W>(loop, schedule, step, shape);
      end_round<W>(loop, schedule, step, shape, context);
    }
  }
}

}  // namespace wayfront::cuda
