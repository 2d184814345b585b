// The pull of a group: every row of cells that the pushes did not settle looks at its arcs in, the lightest first, until
// no heavier one can help any source.
#pragma once

#include <cstdint>

#include "group_memory.cuh"

namespace wayfront::push_pull {

template <class Cells>
class GroupPuller {
 public:
  __device__ GroupPuller(const GroupTask<Cells>& task, GroupMemory& memory, const Stage<std::int32_t>& stage)
      : task_(task),
        graph_(task.graph),
        memory_(memory),
        stage_(stage),
        mine_(task.row_shift),
        owned_(task.graph.numbering.chunks) {}

  /// All threads of the block.
  __device__ void pull() {
    if (threadIdx.x == 0) memory_.found = 0;
    __syncthreads();
    const uint4 living = memory_.living[mine_.index];
    const uint4 last = last_of(living);
    // Above this a cell may fall by an arc of weight 0 from what the search did not push already.
    const uint4 floor = memory_.starts[mine_.index];
    const uint4 no_cell = Cells::splat(Cells::infinity);
    // The next row is on its way while this one is worked on.
    std::uint32_t i = mine_.team;
    if (i >= owned_.count()) return;
    std::uint32_t v = owned_.number(i);
    uint4 own = __ldcg(task_.row(v) + mine_.index);
    Sector<NarrowArcs> head = load_sector(graph_.in_heads + v);
    while (i < owned_.count()) {
      const std::uint32_t at = i;
      i += mine_.teams;
      const std::uint32_t next = i < owned_.count() ? owned_.number(i) : v;
      const uint4 next_own = __ldcg(task_.row(next) + mine_.index);
      const Sector<NarrowArcs> next_head = load_sector(graph_.in_heads + next);
      if (any(greater<Cells>(own, last))) {
        uint4 best = own, open = no_cell;
        look<true>(v, head, floor, last, best, open, mine_.index);
        if (differ(best, own)) __stcg(task_.row(v) + mine_.index, best);
        // Arcs from what is not settled may lead to less: that is above `last`.
        const std::uint32_t beyond = Cells::splat_word(static_cast<std::uint32_t>(stage_.last) + 1);
        const uint4 possible = add_min_each(open, beyond);
        if (any(greater<Cells>(best, possible) & living))
          candidates()[atomicAdd(&memory_.found, 1U)] = at << task_.row_shift | mine_.index;
        ++settled;
      }
      v = next;
      own = next_own;
      head = next_head;
    }
  }

  /// All threads of the block, after pull(): the candidates, a few times as long as something changes. Returns whether a
  /// cell fell.
  __device__ bool pull_again() {
    constexpr unsigned most = 4;  // then what other blocks did matters more
    __syncthreads();
    bool ever = false;
    for (unsigned round = 0; round < most; ++round) {
      bool fell = false;
      for (std::uint32_t i = threadIdx.x; i < memory_.found; i += block_threads)
        fell |= pull_candidate(candidates()[i]);
      fell = __syncthreads_or(fell) != 0;
      ever |= fell;
      if (!fell) break;
    }
    return ever;
  }

  std::uint32_t settled = 0, touched = 0;

 private:
  static constexpr unsigned arcs_of = Sector<NarrowArcs>::arcs;
  static constexpr unsigned at_once = 4;  // rows that a thread loads before it looks at one

  __device__ std::uint32_t* candidates() const {
    return task_.candidates + std::uint64_t{blockIdx.x} * task_.candidates_of_block;
  }
  /// Settled cells are not above it, and neither are those of lanes that are not pulled.
  __device__ uint4 last_of(const uint4& living) const {
    return (Cells::splat(static_cast<std::uint32_t>(stage_.last)) & living) | (Cells::splat(Cells::infinity) & ~living);
  }
  /// a + b of each cell, where that is not above infinity.
  __device__ static uint4 add_min_each(const uint4& a, std::uint32_t b) {
    return add_min<Cells>(a, b, Cells::splat(Cells::infinity));
  }

  __device__ bool pull_candidate(std::uint32_t candidate) {
    const std::uint32_t v = owned_.number(candidate >> task_.row_shift);
    const unsigned index = candidate & (task_.row_threads() - 1);
    uint4* const place = task_.row(v) + index;
    const uint4 own = __ldcg(place);
    uint4 best = own, open;
    const uint4 last = last_of(memory_.living[index]);
    look<false>(v, load_sector(graph_.in_heads + v), Cells::splat(static_cast<std::uint32_t>(stage_.last) + 1), last,
                best, open, index);
    if (!differ(best, own)) return false;
    __stcg(place, best);
    return true;
  }
  /// Lowers `best` by the arcs in of v, as long as an arc from `floor` could. `open` becomes the lightest weight of an
  /// arc from a cell above `last`, the first time.
  template <bool first>
  __device__ void look(std::uint32_t v, Sector<NarrowArcs> sector, const uint4& floor, const uint4& last, uint4& best,
                       uint4& open, unsigned index) {
    const NarrowArcs& arcs = graph_.arcs;
    std::uint32_t next = 0, end = ~0U;
    for (;;) {
#pragma unroll
      for (unsigned part = 0; part < arcs_of; part += at_once) {
        if (!arcs.is_arc(sector.words[part])) return;
        if (!can_help(static_cast<std::uint32_t>(arcs.weight(sector.words[part])), floor, last, best)) return;
        uint4 from[at_once];
#pragma unroll
        for (unsigned i = 0; i < at_once; ++i)
          if (arcs.is_arc(sector.words[part + i]))
            from[i] = __ldcg(task_.row(arcs.target(sector.words[part + i])) + index);
#pragma unroll
        for (unsigned i = 0; i < at_once; ++i)
          if (arcs.is_arc(sector.words[part + i])) {
            ++touched;
            const auto weight = Cells::splat_word(static_cast<std::uint32_t>(arcs.weight(sector.words[part + i])));
            best = add_min<Cells>(from[i], weight, best);
            if constexpr (first)
              open = min_of<Cells>(open, uint4{weight, weight, weight, weight} | ~greater<Cells>(from[i], last));
          }
      }
      if (!arcs.is_arc(sector.words[arcs_of - 1])) return;
      if (end == ~0U) {
        next = __ldg(graph_.in_first + v);
        end = __ldg(graph_.in_first + v + 1);
      }
      if (next >= end) return;
      if (!can_help(static_cast<std::uint32_t>(arcs.weight(sector.words[arcs_of - 1])), floor, last, best)) return;
      sector = load_sector(graph_.in + next++);
    }
  }
  /// Whether an arc of this weight could lower a cell above `last`.
  __device__ bool can_help(std::uint32_t weight, const uint4& floor, const uint4& last, const uint4& best) const {
    const uint4 reach = sum_of<Cells>(floor, Cells::splat_word(weight));
    return any(greater<Cells>(best, max_of<Cells>(reach, sum_of<Cells>(last, Cells::splat_word(1)))));
  }

  const GroupTask<Cells>& task_;
  const RowsView<NarrowArcs>& graph_;
  GroupMemory& memory_;
  const Stage<std::int32_t>& stage_;
  const RowThread mine_;
  const Owned owned_;
};

}  // namespace wayfront::push_pull
