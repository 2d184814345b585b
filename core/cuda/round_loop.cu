#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <thread>

#include "device_users.hpp"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/round_loop.cuh"
#include "wayfront/status.hpp"

namespace wayfront::cuda {
namespace {

/// Each round's sums must be empty before it; the loops clear them a round ahead.
template <WeightType W>
__global__ void reset(RoundControl<W>* control) {
  for (auto& word : control->barrier.words) word.value = 0;
  for (RoundSums<W>& sums : control->sums) sums = {0, 0, 0, 0, unreached_key<W>, unreached_key<W>};
  control->settled = control->relaxed = control->improved = 0;
  control->left = 0;
}

template <WeightType W>
void launch_reset(RoundControl<W>* control, cudaStream_t stream) {
  reset<<<1, 1, 0, stream>>>(control);
  WAYFRONT_CUDA(cudaGetLastError());
}

std::uint64_t host_clock() {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
          .count());
}

template <WeightType W>
RoundRecord record_of(std::uint64_t round, const TraceRecord<W>& traced, std::uint64_t start) {
  RoundRecord record{round, traced.active, traced.relaxed, traced.improved};
  const W limit = distance_of<W>(traced.limit);
  record.limit = limit == unreached<W> ? std::numeric_limits<double>::infinity() : static_cast<double>(limit);
  record.seconds = static_cast<double>(traced.time - start) * 1e-9;
  return record;
}

/// Without it every round takes every vertex, which is Bellman-Ford and nothing that anybody would notice.
[[noreturn]] void throw_no_min_distance(std::uint64_t round) {
  throw Failure(StatusCode::failed,
                "vertices wait for round " + std::to_string(round) +
                    ", but the step gave no Tally::min_distance, the smallest distance among them, which "
                    "this schedule needs");
}

}  // namespace

template <WeightType W>
RoundLoop<W>::RoundLoop(cudaStream_t stream)
    : stream_(stream),
      control_(1, "state of a loop of rounds", stream),
      report_(1, "report of a loop of rounds"),
      sums_(1, "sums of a round"),
      stop_(1, "stop flag") {
  int device = 0;
  WAYFRONT_CUDA(cudaGetDevice(&device));
  multiprocessors_ = multiprocessors(device);
}

template <WeightType W>
void RoundLoop<W>::start_on_host(RunContext& context, std::uint64_t waiting, KeyOf<W> min_distance) {
  state_ = {};
  state_.waiting = waiting;
  state_.min_distance = min_distance;
  state_.safe = min_distance;
  work_ = {};
  stop_[0] = 0;
  host_start_ = host_clock();
  if (context.tracing() && trace_.size() == 0) trace_ = HostBuffer<TraceRecord<W>>(trace_capacity, "trace of rounds");
}

template <WeightType W>
void RoundLoop<W>::start(RunContext& context, std::uint64_t waiting, KeyOf<W> min_distance) {
  start_on_host(context, waiting, min_distance);
  launch_reset(control_.data(), stream_);
  started_ = true;
}

template <WeightType W>
void RoundLoop<W>::start_in_kernel(RunContext& context, std::uint64_t waiting, KeyOf<W> min_distance) {
  if (!started_) {
    start(context, waiting, min_distance);
    return;
  }
  const std::uint64_t passed = state_.passed;
  start_on_host(context, waiting, min_distance);
  state_.passed = passed;  // the barrier goes on from where it is
}

template <WeightType W>
unsigned RoundLoop<W>::device_blocks(const void* kernel, const LoopShape& shape) {
  if (kernel != sized_kernel_ || shape.block != sized_block_) {
    WAYFRONT_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident_, kernel, static_cast<int>(shape.block), 0));
    if (resident_ == 0)
      throw Unsupported("a block of " + std::to_string(shape.block) +
                        " threads of this kernel does not fit into a multiprocessor: choose fewer threads");
    sized_kernel_ = kernel;
    sized_block_ = shape.block;
  }
  const unsigned wanted = std::max(1U, shape.threads_per_sm / shape.block);
  const auto all = std::min(wanted, static_cast<unsigned>(resident_)) * multiprocessors_;
  int device = 0;
  WAYFRONT_CUDA(cudaGetDevice(&device));
  const auto blocks = std::max(1U, all / begin_use(device));
  const std::uint64_t useful = (shape.items + shape.block - 1) / shape.block;
  return static_cast<unsigned>(std::clamp<std::uint64_t>(useful, 1, blocks));
}

void wait_or_stop(cudaStream_t stream, RunContext& context, std::uint32_t* stop) {
  constexpr std::uint64_t spinning = 20'000'000;  // ns: then a core is worth more than a few microseconds
  const std::uint64_t start = host_clock();
  for (;;) {
    const cudaError_t state = cudaStreamQuery(stream);
    if (state == cudaSuccess) return;
    if (state != cudaErrorNotReady) WAYFRONT_CUDA(state);
    if (context.cancelled()) *static_cast<volatile std::uint32_t*>(stop) = 1;
    if (host_clock() - start > spinning) std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

template <WeightType W>
void RoundLoop<W>::finish_launch(RunContext& context) {
  started_ = false;
  {
    const UseOfDevice ends;
    wait_or_stop(stream_, context, stop_.data());
  }
  started_ = true;
  const RoundReport<W>& report = report_[0];
  if (context.tracing())
    for (std::uint64_t round = state_.round; round < report.state.round; ++round)
      context.trace(record_of<W>(round + 1, trace_[round - state_.round], report.state.start));
  state_ = report.state;
  work_.rounds = state_.round;
  work_.settled += report.settled;
  work_.relaxed += report.relaxed;
  work_.improved += report.improved;
  if (report.end == RoundsEnd::no_min_distance) throw_no_min_distance(state_.round + 1);
  if (report.end == RoundsEnd::stopped) throw Cancelled();
}

template <WeightType W>
void RoundLoop<W>::finish_round(RunContext& context, KeyOf<W> limit, bool needs_min_distance) {
  const std::uint64_t round = ++state_.round;
  WAYFRONT_CUDA(cudaMemcpyAsync(sums_.data(), control_.data()->sums + round % 3, sizeof(RoundSums<W>),
                                cudaMemcpyDeviceToHost, stream_));
  WAYFRONT_CUDA(cudaStreamSynchronize(stream_));
  const RoundSums<W>& sums = sums_[0];
  state_.waiting = sums.waiting;
  state_.limit = limit;
  state_.min_distance = sums.min_distance;
  state_.safe = sums.safe;
  work_.rounds = round;
  work_.settled += sums.active;
  work_.relaxed += sums.relaxed;
  work_.improved += sums.improved;
  if (context.tracing())
    context.trace(record_of<W>(round, {sums.active, sums.relaxed, sums.improved, host_clock(), limit}, host_start_));
  if (needs_min_distance && state_.waiting != 0 && state_.min_distance == unreached_key<W>)
    throw_no_min_distance(round + 1);
  context.throw_if_cancelled();
}

template class RoundLoop<std::int32_t>;
template class RoundLoop<float>;
template class RoundLoop<std::int64_t>;
template class RoundLoop<double>;

}  // namespace wayfront::cuda
