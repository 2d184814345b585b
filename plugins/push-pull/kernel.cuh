// A whole solve in one cooperative launch.
#pragma once

#include <cstdint>

#include "answer.cuh"
#include "meeting.cuh"
#include "puller.cuh"
#include "pusher.cuh"
#include "task.cuh"

namespace wayfront::push_pull {

/// All threads of all blocks.
template <WeightType W>
__device__ void clear(cuda::KeyOf<W>* distances, std::uint32_t numbers) {
  for (std::uint32_t v = blockIdx.x * block_threads + threadIdx.x; v < numbers; v += gridDim.x * block_threads)
    __stcg(distances + v, cuda::unreached_key<W>);
}

template <WeightType W>
__global__ void __launch_bounds__(block_threads) clear_kernel(cuda::KeyOf<W>* distances, std::uint32_t numbers) {
  clear<W>(distances, numbers);
}

/// One thread of each block, when the block has written its part of the answer: the last one tells the host.
template <class Arcs>
__device__ void end_block(const Task<Arcs>& task, const Meeting& meeting, unsigned stages, Format format) {
  __threadfence_system();  // the answer may be in the host's memory
  if (atomicAdd(&task.control->blocks_done, 1U) + 1 != gridDim.x) return;
  __threadfence();
  Control& control = *task.control;
  for (unsigned i = 1; i <= stages; ++i) control.levels[i] = control.cut[i] = 0;
  const Report& sums = control.sums;
  *task.report = {.settled = __ldcg(&sums.settled),
                  .relaxed = __ldcg(&sums.relaxed),
                  .improved = __ldcg(&sums.improved),
                  .met = task.met + meeting.met(),
                  .stopped = meeting.stopped(),
                  .format = format,
                  .listed = __ldcg(&control.listed)};
  for (std::uint32_t& far : control.far) far = 0;
  control.listed = control.blocks_done = 0;
  task.done.raise();
}

/// All threads of a block: the smallest distance beyond the stage that any of them knows; `at_once` where it may be the next.
template <WeightType W>
__device__ void tell_nearest(unsigned long long* cut, cuda::KeyOf<W> nearest, bool at_once, const Stage<W>& stage) {
  __shared__ unsigned long long mine;
  if (threadIdx.x == 0) mine = 0;
  __syncthreads();
  if (at_once && stage.beyond() < cuda::distance_of<W>(nearest)) nearest = cuda::key_of(stage.beyond());
  nearest = cuda::warp_min(nearest);
  if (threadIdx.x % 32 == 0 && nearest < cuda::unreached_key<W>)
    atomicMax(&mine, ~static_cast<unsigned long long>(nearest));
  __syncthreads();
  if (threadIdx.x == 0 && mine > __ldcg(cut)) atomicMax(cut, mine);
}

template <class Arcs>
__global__ void __launch_bounds__(block_threads, blocks_per_sm) solve_kernel(const Task<Arcs> task) {
  using W = typename Arcs::Weight;
  using Key = cuda::KeyOf<W>;
  extern __shared__ __align__(16) unsigned char shared[];
  Memory<Key>& memory = *reinterpret_cast<Memory<Key>*>(shared);
  memory.taken[threadIdx.x] = cuda::detail::max_key<Key>;
  if (threadIdx.x == 0) memory.levels = 0;

  if (task.trace != nullptr && blockIdx.x == 0 && threadIdx.x == 0) task.trace[trace_room - 1].time = Meeting::now();
  Stage<W> stage = task.stage;  // the same in all threads of all blocks
  Pusher<Arcs> pusher(task, memory, stage);
  Puller<Arcs> puller(task, memory, stage);
  Meeting meeting(task);

  bool pulls = false;
  const std::uint32_t source = task.source_number();
  if (source != no_number) {
    const Row row = task.graph.rows[source];
    float mass = 1 + static_cast<float>(row.pieces() * row.sectors() * Sector<Arcs>::arcs / task.mean_degree);
    const float levels = task.first_levels > 0 ? task.first_levels : task.levels_left(mass);
    stage.open(levels);
    if (row.pieces() == 1) {
      const W lightest = task.graph.arcs.weight(load_sector(task.graph.out + row.first).words[0]);
      if (lightest > stage.last) {  // nothing would be found
        stage = task.stage;
        stage.skip_to(lightest);
        stage.open(levels);
      }
    }
    pusher.push_source();
    pusher.tell_levels();
    meeting.meet(0);
    for (;;) {
      bool shortened = false;  // what lies above has been pushed to, in part
      bool sure = false;       // that something waits: in the level, or where levels repeat, below it
      bool two = false;        // takes the level below, too
      unsigned level = 0;      // goes up in each round, also where something waits below
      while (!meeting.stopped()) {
        const bool again = sure && pusher.repeats();
        if (!sure) {
          const std::uint32_t rest = level < max_levels ? __ldcg(task.control->levels + stage.number) >> level : 0;
          if (rest == 0) break;
          level += static_cast<unsigned>(__ffs(static_cast<int>(rest))) - 1;
        }
        if (!again && (level > stage.level(stage.last) || stage.too_late(level, task.lightest))) break;
        level = min(level, max_levels - 1);
        const bool pushed = pusher.push_level(level, two, again, meeting.met());
        const bool flag = threadIdx.x == 0 && (pusher.repeats() ? pushed : pusher.pushed_into(level + 1));
        const std::uint64_t sum = meeting.meet(pusher.take_mass(), flag, static_cast<double>(stage.end_of(level)));
        mass += static_cast<float>(sum % flag_number);
        if (task.first_levels <= 0) shortened |= stage.shorten(level, task.levels_left(mass));
        sure = sum >= flag_number;
        ++level;
        two = sure && pusher.repeats() && sum % flag_number < task.few && level < max_levels - 1;
        level += two;  // to push some of them twice takes no time
      }
      if (meeting.stopped()) break;
      const std::uint32_t left = level < max_levels ? __ldcg(task.control->levels + stage.number) >> level << level : 0;
      pusher.drop_levels(left);
      if (stage.is_last()) break;
      tell_nearest(task.control->cut + stage.number, pusher.take_nearest(), shortened || left != 0, stage);
      const std::uint64_t waiting = meeting.meet(puller.waiting_arcs());
      const unsigned long long cut = __ldcg(task.control->cut + stage.number);
      if (cut == 0) break;  // all that can be reached is settled
      pulls = task.pull_pays(waiting, stage.beyond()) || stage.number == max_stages - 1;
      if (pulls || meeting.stopped()) break;
      const W last_before = stage.last;
      stage.skip_to(cuda::distance_of<W>(static_cast<Key>(~cut)));
      stage.open(task.levels_left(mass));
      pusher.extend(last_before);
      pusher.tell_levels();
      meeting.meet(0);
    }
  }
  if (pulls) {
    puller.pull();
    puller.pull_again();  // while other blocks still pull: distances only fall
    meeting.meet(0);
    bool fell = true;
    while (fell && !meeting.stopped()) fell = meeting.meet(puller.pull_again() ? 1 : 0) != 0;
  }
  Answer<Arcs> answer(task);
  Format format = Format::whole;
  if (task.codes.codes != nullptr && !meeting.stopped()) {
    answer.count_far();
    meeting.meet(0);
    format = answer.format();
  }
  if (!meeting.stopped()) answer.write(format);
  if (task.trace != nullptr) meeting.meet(0);  // for the time

  Report& sums = task.control->sums;
  const auto add = [](unsigned long long& sum, std::uint32_t number) {
    const std::uint64_t all = cuda::warp_sum(std::uint64_t{number});
    if (threadIdx.x % 32 == 0 && all != 0) atomicAdd(&sum, static_cast<unsigned long long>(all));
  };
  add(sums.settled, pusher.settled + puller.settled);
  add(sums.relaxed, pusher.relaxed + puller.pulled);
  add(sums.improved, pusher.improved + puller.improved);
  __syncthreads();
  if (threadIdx.x == 0) end_block(task, meeting, stage.number, format);
  clear<W>(task.next_distances, task.graph.numbering.numbers);  // nobody waits for it
}

}  // namespace wayfront::push_pull
