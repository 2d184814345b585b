// All sources of a group in one cooperative launch, as kernel.cuh does it for one.
#pragma once

#include <cstdint>

#include "../meeting.cuh"
#include "group_puller.cuh"
#include "group_pusher.cuh"

namespace wayfront::push_pull {

inline constexpr unsigned max_group_stages = 6;  // then everything pulls, whatever it costs

template <class Cells>
__global__ void __launch_bounds__(block_threads, blocks_per_sm) solve_group(const GroupTask<Cells> task) {
  extern __shared__ __align__(16) unsigned char shared[];
  GroupMemory& memory = *reinterpret_cast<GroupMemory*>(shared);
  if (threadIdx.x == 0) memory.levels = memory.told = 0;
  set_lanes(memory, task);
  if (task.trace != nullptr && blockIdx.x == 0 && threadIdx.x == 0) task.trace[trace_room - 1].time = Meeting::now();

  Stage<std::int32_t> stage = task.stage;  // the same in all threads of all blocks
  GroupPusher<Cells> pusher(task, memory, stage);
  GroupPuller<Cells> puller(task, memory, stage);
  Meeting meeting(task);

  constexpr auto last_possible = static_cast<std::int32_t>(Cells::infinity) - 2;
  float mass = task.settled;  // of one source, in the mean
  for (;;) {
    const float before = mass;
    unsigned level = 0;
    while (level < max_levels && !meeting.stopped()) {
      const std::uint32_t rest = __ldcg(task.control->levels + stage.number) >> level;
      if (rest == 0) break;
      level += static_cast<unsigned>(__ffs(static_cast<int>(rest))) - 1;
      if (level > stage.level(stage.last) || stage.too_late(level, task.lightest)) break;
      const bool again = pusher.push_level(level);
      const std::uint64_t sum =
          meeting.meet(pusher.take_mass(), threadIdx.x == 0 && again, static_cast<double>(stage.end_of(level)));
      mass += static_cast<float>(sum % flag_number * mass_unit) / static_cast<float>(task.living);
      if (task.may_shorten) stage.shorten(level, task.levels_left(mass));
      if (sum < flag_number) ++level;
    }
    if (meeting.stopped() || stage.last >= last_possible || mass >= task.enough * task.mass || mass < before * 1.1F ||
        stage.number == max_group_stages)
      break;
    pusher.drop_levels();
    const std::int32_t last_before = stage.last;
    stage.open(task.levels_left(mass));
    if (stage.last > last_possible) stage.last = last_possible;
    meeting.meet(0);
    pusher.extend(last_before);
    pusher.take_mass();  // counted already
    meeting.meet(0, false, static_cast<double>(last_before));
  }
  if (!meeting.stopped()) {
    puller.pull();
    meeting.meet(0);
    bool fell = true;
    while (fell && !meeting.stopped()) fell = meeting.meet(puller.pull_again() ? 1 : 0) != 0;
  }
  const auto add = [](unsigned long long& sum, std::uint32_t number) {
    const std::uint64_t all = cuda::warp_sum(std::uint64_t{number});
    if (threadIdx.x % 32 == 0 && all != 0) atomicAdd(&sum, static_cast<unsigned long long>(all));
  };
  __syncwarp();
  add(task.report->settled, pusher.settled + puller.settled);
  add(task.report->touched, pusher.touched + puller.touched);
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    task.report->rounds = meeting.met();
    task.report->stopped = meeting.stopped() ? 1 : 0;
  }
}

}  // namespace wayfront::push_pull
