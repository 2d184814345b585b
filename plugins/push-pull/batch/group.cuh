// A group: sources that are solved together, and what the kernels of a group share.
//
// Each source has a lane of cells, one for each vertex. Cells hold distances plus the lane's delay, so that the searches
// of all sources have their bulk at the same cells: a level of a group is a range of cells, whatever the lane.
#pragma once

#include <cstdint>

#include "../stage.cuh"
#include "../task.cuh"
#include "cells.cuh"
#include "search.cuh"

namespace wayfront::push_pull {

/// A source of a group.
struct Lane {
  Vertex source;
  std::uint32_t list;    // of its search
  std::uint32_t count;   // of what the search found
  std::uint32_t start;   // cells below are settled by the search, and these vertices push all of their arcs at once
  std::uint32_t delay;   // of the lane: cell less distance
  std::uint32_t is_all;  // the search found all that can be reached
};

inline constexpr unsigned max_lanes = 128;

/// What solve_group did. Lanes of rows: threads for a row's cells.
struct GroupReport {
  unsigned long long settled;  // vertices taken, once for all sources that took them together
  unsigned long long touched;  // 16 bytes of the row at an arc's other end
  std::uint32_t rounds;
  std::uint32_t stopped;
  std::uint32_t farthest;  // cell that is not infinity
};

inline constexpr unsigned mass_unit = 16;  // in mean rows: what lanes have in common is much

template <class Cells>
struct GroupTask {
  RowsView<NarrowArcs> graph;
  uint4* cells;        // rows of `row_threads`
  unsigned row_shift;  // of the threads of a row: 1 << row_shift
  const Lane* lanes;   // max_lanes, as far as they are used
  std::uint32_t sources;
  std::uint32_t living;  // lanes whose search is not all
  const Found* lists;
  std::uint32_t* waiting;     // a bitmap of the pushers for each level of a stage
  std::uint32_t* candidates;  // 16 bytes of rows that pull again, of each block
  std::uint64_t candidates_of_block;
  Control* control;
  GroupReport* report;  // on the device
  std::uint64_t met;    // 0: each group has new barriers
  TraceRecord* trace;
  const std::uint32_t* stop;

  Stage<std::int32_t> stage;  // the first one
  bool may_shorten;           // the bound comes from what is expected
  float growth;               // of the mass that is settled, in each level: e^growth; or 0
  std::uint32_t mean_degree;
  float mass;     // of the whole graph, for one source
  float settled;  // by the searches, of one source, in the mean of the logarithm
  float enough;   // the share of the mass that has to be settled before all others pull
  std::int32_t lightest;
  std::uint32_t room;  // pieces that wait in a block

  __device__ unsigned row_threads() const { return 1U << row_shift; }
  __device__ uint4* row(std::uint32_t v) const { return cells + (std::uint64_t{v} << row_shift); }
  __device__ std::uint32_t level_words() const { return graph.numbering.pushers() / 32; }
  /// As for a single source.
  __device__ float levels_left(float reached) const {
    if (growth <= 0) return max_levels;
    return (__logf(mass / (reached < 1 ? 1 : reached)) + 1) / growth + 2;
  }
};

/// One of the cells of a row; `cells` is its first.
template <class Cells>
__device__ std::uint32_t cell_of(const uint4* cells, std::uint32_t lane) {
  return __ldcg(reinterpret_cast<const typename Cells::Cell*>(cells) + lane);
}

/// All cells to infinity.
template <class Cells>
__global__ void __launch_bounds__(block_threads) clear_cells(uint4* cells, std::uint64_t count) {
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * block_threads + threadIdx.x; i < count;
       i += std::uint64_t{gridDim.x} * block_threads)
    __stcg(cells + i, Cells::splat(Cells::infinity));
}

/// A block for each lane: what the searches found. What is below the lane's start pushes all of its arcs, so that the
/// pull need not look for anything that leads on from there.
template <class Cells>
__global__ void __launch_bounds__(block_threads) plant_searches(const GroupTask<Cells> task) {
  const Lane lane = task.lanes[blockIdx.x];
  const RowsView<NarrowArcs>& graph = task.graph;
  const Found* const list = task.lists + std::uint64_t{lane.list} * search_room;
  const std::uint32_t reachable = graph.numbering.reachable();
  const auto wait = [&](std::uint32_t v, std::uint32_t cell) {
    const auto distance = static_cast<std::int32_t>(cell);
    if (v >= graph.numbering.pushers() || distance < task.stage.first || distance > task.stage.last) return;
    const unsigned level = task.stage.level(distance);
    atomicOr(task.waiting + std::uint64_t{task.level_words()} * level + v / 32, 1U << v % 32);
    if ((__ldcg(task.control->levels + task.stage.number) >> level & 1) == 0)
      atomicOr(task.control->levels + task.stage.number, 1U << level);
  };
  for (std::uint32_t i = threadIdx.x; i < lane.count; i += block_threads) {
    const Found found = list[i];
    if (found.number >= reachable) continue;
    const std::uint32_t cell = found.distance + lane.delay;
    Cells::lower_cell(task.row(found.number), blockIdx.x, cell);
    if (lane.is_all == 0 && cell >= lane.start) wait(found.number, cell);
  }
  if (lane.is_all != 0) return;
  for (std::uint32_t i = threadIdx.x / 32; i < lane.count; i += block_threads / 32) {
    const Found found = list[i];
    const std::uint32_t cell = found.distance + lane.delay;
    if (cell >= lane.start && found.number < reachable) continue;
    const SortedArcRow row(graph, found.number);
    for (std::uint32_t k = threadIdx.x % 32; k < row.room(); k += 32) {
      const std::uint32_t word = row.word(k);
      if (!NarrowArcs::is_arc(word)) break;
      const std::uint32_t sum = cell + static_cast<std::uint32_t>(graph.arcs.weight(word));
      if (sum < lane.start || sum >= Cells::infinity) continue;
      const std::uint32_t target = graph.arcs.target(word);
      if (cell_of<Cells>(task.row(target), blockIdx.x) <= sum) continue;
      Cells::lower_cell(task.row(target), blockIdx.x, sum);
      wait(target, sum);
    }
  }
}

}  // namespace wayfront::push_pull
