// The certificate of all lanes of a group where they stand: no arc shortens a distance, and each reached vertex but the
// source has an arc in that is tight. That proves distances where all weights are above 0, for a tight arc then comes from
// a smaller distance. Cells below infinity must leave room for any weight.
//
// Rows in have no arcs of vertices that nothing leads to. Where such a vertex is a lane's source, its own arcs are looked
// at first, and what they prove gets a mark: the upper bit of a cell, which is free.
#pragma once

#include <cstdint>

#include "group.cuh"

namespace wayfront::push_pull {

template <class Cells>
inline constexpr std::uint32_t mark = std::uint32_t{1} << (8 * sizeof(typename Cells::Cell) - 1);

/// A block for each lane: the source, and its arcs if nothing leads to it. `faults` has one for each lane, 0 at first.
template <class Cells>
__global__ void __launch_bounds__(block_threads)
    check_sources(const GroupTask<Cells> task, unsigned long long* faults) {
  const Lane lane = task.lanes[blockIdx.x];
  const std::uint32_t source = task.graph.numbers[lane.source];
  const auto mark_cell = [&](std::uint32_t v) {
    auto* const words = reinterpret_cast<std::uint32_t*>(task.row(v));
    constexpr std::uint32_t of_word = 4 / sizeof(typename Cells::Cell);
    atomicOr(words + blockIdx.x / of_word, mark<Cells> << (blockIdx.x % of_word * 8 * sizeof(typename Cells::Cell)));
  };
  const auto cell = [&](std::uint32_t v) { return cell_of<Cells>(task.row(v), blockIdx.x) & ~mark<Cells>; };
  if (source == no_number) return;
  if (source < task.graph.numbering.reachable()) {
    if (threadIdx.x != 0) return;
    if (cell(source) != lane.delay) atomicAdd(faults + blockIdx.x, 1ULL);
    mark_cell(source);
    return;
  }
  const SortedArcRow row(task.graph, source);
  for (std::uint32_t i = threadIdx.x; i < row.room(); i += block_threads) {
    const std::uint32_t word = row.word(i);
    if (!NarrowArcs::is_arc(word)) break;
    const std::uint32_t target = task.graph.arcs.target(word);
    const std::uint32_t sum = lane.delay + static_cast<std::uint32_t>(task.graph.arcs.weight(word));
    if (cell(target) > sum) atomicAdd(faults + blockIdx.x, 1ULL);
    if (cell(target) == sum) mark_cell(target);
  }
}

/// All arcs of all rows in, once for all lanes.
template <class Cells>
__global__ void __launch_bounds__(block_threads) check_lanes(const GroupTask<Cells> task, unsigned long long* faults) {
  constexpr unsigned arcs_of = Sector<NarrowArcs>::arcs;
  const RowsView<NarrowArcs>& graph = task.graph;
  const unsigned index = threadIdx.x & (task.row_threads() - 1);
  const uint4 marks = Cells::splat(mark<Cells>), no_cell = Cells::splat(Cells::infinity);
  const std::uint64_t first = (std::uint64_t{blockIdx.x} * block_threads + threadIdx.x) >> task.row_shift;
  const std::uint64_t step = std::uint64_t{gridDim.x} * (block_threads >> task.row_shift);
  for (std::uint64_t i = first; i < graph.numbering.reachable(); i += step) {
    const auto v = static_cast<std::uint32_t>(i);
    const uint4 cells = __ldcg(task.row(v) + index);
    uint4 best = no_cell;
    const auto look = [&](const Sector<NarrowArcs>& sector) {
      uint4 from[arcs_of];
#pragma unroll
      for (unsigned k = 0; k < arcs_of; ++k)
        if (NarrowArcs::is_arc(sector.words[k])) from[k] = __ldcg(task.row(graph.arcs.target(sector.words[k])) + index);
#pragma unroll
      for (unsigned k = 0; k < arcs_of; ++k)
        if (NarrowArcs::is_arc(sector.words[k]))
          best =
              add_min<Cells>(from[k] & ~marks,
                             Cells::splat_word(static_cast<std::uint32_t>(graph.arcs.weight(sector.words[k]))), best);
    };
    look(load_sector(graph.in_heads + v));
    const std::uint32_t end = __ldg(graph.in_first + v + 1);
    for (std::uint32_t s = __ldg(graph.in_first + v); s < end; ++s) look(load_sector(graph.in + s));
    const uint4 own = cells & ~marks;
    if (!differ(best, own)) continue;
    // A mark is all of its cell that is above infinity.
    const uint4 marked = greater<Cells>(cells, no_cell);
    const uint4 wrong = greater<Cells>(own, best) | (greater<Cells>(best, own) & ~marked);
    std::uint32_t lane = index * Cells::of_thread;
    Cells::each(wrong, [&](std::uint32_t cell) {
      if (cell != 0 && lane < task.sources) atomicAdd(faults + lane, 1ULL);
      ++lane;
    });
  }
}

}  // namespace wayfront::push_pull
