// Rounds on the device: what a step sees and says, and the owner of the memory that host and kernel share while a loop
// of rounds runs. The kernels and run_rounds() are in rounds.cuh.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/grid_barrier.cuh"
#include "wayfront/cuda/options.hpp"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/rounds.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cuda {

/// What a step is told about its round.
template <WeightType W>
struct Round {
  std::uint64_t number = 1;  // from 1
  std::uint64_t active = 1;  // what waited when it began
  W limit{};                 // the schedule's
  W min_distance{};          // smallest distance of what waits, where the schedule reads distances
};

/// What one thread did in a round; added up over the grid. A warp's sums stay below 2^32.
template <WeightType W>
struct Tally {
  std::uint32_t active = 0;   // vertices taken
  std::uint32_t relaxed = 0;  // arcs looked at
  std::uint32_t improved = 0;
  std::uint32_t waiting = 0;  // vertices pushed or left for later: the loop ends after a round in which there were none
  W min_distance = unreached<W>;  // smallest distance of those; for schedules other than EveryVertex
  W safe = unreached<W>;          // RoundStats::safe; for Crauser
};

struct LoopShape {
  Loop loop = Loop::device;
  unsigned block = 1024;                   // threads, a multiple of 32
  std::uint64_t items = 0;                 // threads that have something to do in a full round
  unsigned threads_per_sm = 1024;          // device loop: blocks beyond the first on a multiprocessor fit into this
  std::array<unsigned, 4> phase_blocks{};  // host loop: threads of a phase's blocks, where they are not `block`

  unsigned block_of(int phase) const {
    const unsigned own = phase_blocks[static_cast<std::size_t>(phase)];
    return own != 0 ? own : block;
  }
};

struct LoopLimits {
  std::uint64_t until = ~std::uint64_t{0};  // the last round to run
  bool to_the_end = false;                  // run it even when no vertex waits
};

/// Where a loop of rounds is. Goes into a launch and comes back out.
template <WeightType W>
struct LoopState {
  std::uint64_t round = 0;    // rounds done
  std::uint64_t waiting = 0;  // after them
  std::uint64_t passed = 0;   // grid barriers
  std::uint64_t start = 0;    // device clock at the first round, ns
  KeyOf<W> limit = 0;
  KeyOf<W> min_distance = 0;
  KeyOf<W> safe = 0;
};

/// Sums of one round over the grid.
template <WeightType W>
struct RoundSums {
  unsigned long long active, relaxed, improved, waiting;
  KeyOf<W> min_distance, safe;
};

/// In device memory.
template <WeightType W>
struct RoundControl {
  BarrierWords barrier;
  RoundSums<W> sums[3];                           // of this round, the next and the last
  unsigned long long settled, relaxed, improved;  // of all rounds of a launch
  unsigned int left;                              // blocks that have finished
};

/// Why a launch of the device loop ended.
enum class RoundsEnd : std::uint32_t {
  finished,         // nothing waits, or the last round to run is done
  stopped,          // by the host
  no_min_distance,  // vertices wait, but the step gave the schedule no smallest distance of them
};

template <WeightType W>
struct RoundReport {
  LoopState<W> state;
  std::uint64_t settled, relaxed, improved;
  RoundsEnd end;
};

template <WeightType W>
struct TraceRecord {
  std::uint64_t active, relaxed, improved, time;
  KeyOf<W> limit;
};

/// Owner of what a loop of rounds keeps between launches; one solve at a time, one per plugin instance. Made on the
/// current device; `stream` must outlive it.
template <WeightType W>
class RoundLoop {
 public:
  explicit RoundLoop(cudaStream_t stream);

  /// Begins a solve whose round 1 finds `waiting` active vertices, the nearest at `min_distance`. Does not wait.
  void start(RunContext& context, std::uint64_t waiting = 1, KeyOf<W> min_distance = 0);

  /// The same for a step that has a begin(), with nothing to do for the device.
  void start_in_kernel(RunContext& context, std::uint64_t waiting = 1, KeyOf<W> min_distance = 0);

  std::uint64_t rounds() const noexcept { return state_.round; }
  /// What the last round left active: 0 where the loop ended by itself.
  std::uint64_t waiting() const noexcept { return state_.waiting; }
  /// Rounds, settled, relaxed and improved since start().
  const Work& work() const noexcept { return work_; }
  cudaStream_t stream() const noexcept { return stream_; }

  // For rounds.cuh.
  static constexpr std::uint32_t trace_capacity = 8192;  // rounds per launch while tracing
  RoundControl<W>* control() const noexcept { return control_.data(); }
  RoundReport<W>* report() const noexcept { return report_.data(); }
  std::uint32_t* stop() const noexcept { return stop_.data(); }
  TraceRecord<W>* trace() const noexcept { return trace_.data(); }
  const LoopState<W>& state() const noexcept { return state_; }
  /// Blocks of a cooperative launch of `kernel`. Throws Unsupported where not even one fits.
  unsigned device_blocks(const void* kernel, const LoopShape& shape);
  /// Waits for a launch of the device loop and takes over what it did; throws Cancelled, and Failure where the step
  /// left Tally::min_distance out although the schedule needs it.
  void finish_launch(RunContext& context);
  /// The same for a round of the host loop; `needs_min_distance` says whether the schedule does.
  void finish_round(RunContext& context, KeyOf<W> limit, bool needs_min_distance);

 private:
  void start_on_host(RunContext& context, std::uint64_t waiting, KeyOf<W> min_distance);

  cudaStream_t stream_;
  DeviceBuffer<RoundControl<W>> control_;
  HostBuffer<RoundReport<W>> report_;
  HostBuffer<RoundSums<W>> sums_;
  HostBuffer<std::uint32_t> stop_;
  HostBuffer<TraceRecord<W>> trace_;  // made when a run traces
  LoopState<W> state_;
  Work work_;
  std::uint64_t host_start_ = 0;  // ns
  bool started_ = false;          // the control's memory is as a launch leaves it
  const void* sized_kernel_ = nullptr;
  unsigned sized_block_ = 0;
  int resident_ = 0;  // blocks per multiprocessor for those two
  unsigned multiprocessors_ = 0;
};

/// Waits for `stream`; when the run is cancelled meanwhile, raises *stop, which a kernel in it polls.
void wait_or_stop(cudaStream_t stream, RunContext& context, std::uint32_t* stop);

}  // namespace wayfront::cuda
