// The pushes of a group: a vertex reads its arcs once for all sources that have it in the level.
#pragma once

#include <cstdint>

#include "group_memory.cuh"

namespace wayfront::push_pull {

template <class Cells>
class GroupPusher {
 public:
  __device__ GroupPusher(const GroupTask<Cells>& task, GroupMemory& memory, const Stage<std::int32_t>& stage)
      : task_(task),
        graph_(task.graph),
        memory_(memory),
        stage_(stage),
        mine_(task.row_shift),
        owned_(task.graph.numbering.pusher_chunks) {}

  /// All threads of the block: the owned vertices of a level that wait push. Returns whether any pushed into the same
  /// level, and has told the levels.
  __device__ bool push_level(unsigned level) {
    level_ = level;
    again_ = false;
    const std::int32_t end = stage_.end_of(level);
    first_ = static_cast<std::uint32_t>(stage_.start_of(level));
    last_ = static_cast<std::uint32_t>(end < stage_.last ? end : stage_.last);
    std::uint32_t* const waiting = task_.waiting + std::uint64_t{task_.level_words()} * level;
    push_owned([&](std::uint32_t word) { return take_waiting(waiting, word); },
               [&](std::uint32_t v) { return (__ldcg(waiting + v / 32) >> v % 32 & 1) != 0; });
    tell_levels();
    return repeats() && __syncthreads_or(again_) != 0;
  }

  /// All threads of the block, at the beginning of a later stage: what was settled before pushes up to the new bound.
  __device__ void extend(std::int32_t last_before) {
    level_ = ~0U;
    first_ = 0;
    last_ = static_cast<std::uint32_t>(last_before);
    if (threadIdx.x == 0) memory_.told = 0;
    push_owned([](std::uint32_t) { return ~0U; }, [](std::uint32_t) { return true; });
    // What waited for the bound to go up: vertices between the two bounds.
    const uint4 above = Cells::splat(last_), limit = Cells::splat(static_cast<std::uint32_t>(stage_.last));
    for (std::uint32_t i = mine_.team; i < owned_.count(); i += mine_.teams) {
      const std::uint32_t v = owned_.number(i);
      const uint4 own = __ldcg(task_.row(v) + mine_.index);
      wait(v, levels_of(own, greater<Cells>(own, above) & ~greater<Cells>(own, limit)));
    }
    tell_levels();
  }
  /// All threads of the block, between meetings: nothing waits any more.
  __device__ void drop_levels() {
    const std::uint32_t words = owned_.count() / 32;
    for (unsigned level = 0; level < max_levels; ++level) {
      std::uint32_t* const waiting = task_.waiting + std::uint64_t{task_.level_words()} * level;
      for (std::uint32_t i = threadIdx.x; i < words; i += block_threads)
        __stcg(waiting + owned_.number(i * 32) / 32, 0U);
    }
  }

  /// Whether a push may go into the level that is under way.
  __device__ bool repeats() const { return !(task_.lightest > 0) || stage_.repeats(); }
  /// About how many arcs leave what this thread settled since the last call, in mass_unit mean rows.
  __device__ std::uint32_t take_mass() {
    const std::uint32_t mass = mass_ / mass_unit;
    mass_ %= mass_unit;
    return mass;
  }

  std::uint32_t settled = 0, touched = 0;

 private:
  static constexpr unsigned arcs_of = Sector<NarrowArcs>::arcs;
  static constexpr unsigned at_once = 4;  // rows that a thread loads before it looks at one

  __device__ std::uint32_t rank_of(std::uint32_t v) const { return rank_of_number(v, graph_.numbering.pusher_chunks); }
  __device__ bool mates_any(bool that) const { return (__ballot_sync(mine_.mates, that) & mine_.mates) != 0; }

  /// Takes the bits of 32 owned vertices, but for giants.
  __device__ std::uint32_t take_waiting(std::uint32_t* waiting, std::uint32_t i) {
    const std::uint32_t first = owned_.number(i * 32);
    std::uint32_t* const word = waiting + first / 32;
    std::uint32_t bits = __ldcg(word);
    const std::uint32_t giants = first % chunk == 0 && rank_of(first) < graph_.giants ? (1U << unit) - 1 : 0;
    if ((bits & ~giants) == 0) return 0;
    if (repeats()) {
      bits = atomicAnd(word, giants);
      __threadfence();
    } else {
      __stcg(word, bits & giants);  // nobody sets bits of the level that is under way
    }
    return bits & ~giants;
  }

  /// Bits(i) are those of the owned vertices 32 i .. 32 i + 31 that push, is_giant_on(v) is the same for a giant.
  template <class Bits, class IsGiantOn>
  __device__ void push_owned(const Bits& bits_of, const IsGiantOn& is_giant_on) {
    if (threadIdx.x == 0) memory_.queued = memory_.pieces = 0;
    __syncthreads();
    for (std::uint32_t i = mine_.team; i < graph_.giants; i += mine_.teams) {
      const std::uint32_t v = number_of_rank(i, graph_.numbering.pusher_chunks);
      if (is_giant_on(v)) share_giant(v, i);
    }
    const std::uint32_t words = owned_.count() / 32;
    for (std::uint32_t first = 0; first < words; first += block_threads) {
      const std::uint32_t i = first + threadIdx.x;
      queue_bits(memory_, i < words ? bits_of(i) & ~giants_at(i) : 0,
                 [](unsigned bit) { return threadIdx.x * 32 + bit; });
      __syncthreads();
      const std::uint32_t queued = memory_.queued;
      for (std::uint32_t k = mine_.team; k < queued; k += mine_.teams)
        push_vertex(owned_.number(first * 32 + memory_.queue[k]));
      __syncthreads();
      if (threadIdx.x == 0) memory_.queued = 0;
      __syncthreads();
    }
    __syncthreads();  // a block without vertices of its own has shares of giants
    const std::uint32_t pieces = min(memory_.pieces, task_.room);
    for (std::uint32_t k = mine_.team; k < pieces; k += mine_.teams) push_piece(memory_.piece[k]);
    __syncthreads();
  }
  __device__ std::uint32_t giants_at(std::uint32_t i) const {
    const std::uint32_t first = owned_.number(i * 32);
    return first % chunk == 0 && rank_of(first) < graph_.giants ? (1U << unit) - 1 : 0;
  }

  /// The cells of a row that push now; infinity elsewhere.
  __device__ uint4 pushing(const uint4& own, uint4& active) const {
    active = ~(greater<Cells>(own, Cells::splat(last_)) | greater<Cells>(Cells::splat(first_), own));
    return (own & active) | (Cells::splat(Cells::infinity) & ~active);
  }
  /// The bound of arcs for a row of which these cells push, the same for all that share it.
  __device__ NarrowArcs::Bound bound_of(const uint4& from) const {
    std::uint32_t least = first_;
    if (first_ != last_) {
      least = Cells::infinity;
      Cells::each(from, [&](std::uint32_t cell) { least = min(least, cell); });
      for (unsigned other = 1; other < task_.row_threads(); other *= 2)
        least = min(least, __shfl_xor_sync(mine_.mates, least, static_cast<int>(other)));
    }
    return graph_.arcs.bound(static_cast<std::int32_t>(least), stage_.last);
  }

  __device__ void push_vertex(std::uint32_t v) {
    const Sector<NarrowArcs>* const heads = graph_.out_heads + std::uint64_t{v} * head_sectors;
    const uint4 own = __ldcg(task_.row(v) + mine_.index);
    const Sector<NarrowArcs> head = load_sector(heads);
    uint4 active;
    const uint4 from = pushing(own, active);
    if (!mates_any(any(active))) return;
    if (mine_.index == 0) ++settled;
    mass_ += Cells::count(active);
    const NarrowArcs::Bound bound = bound_of(from);
    Row row{};
    const bool is_cut = rank_of(v) < graph_.cut_rows;
    if (is_cut) {
      row = graph_.rows[v];
      mass_ += Cells::count(active) * (row.sectors() * arcs_of / task_.mean_degree);
      push_later(v, row, 1, 1, row.pieces() - 1);
    }
    if (!push_sector(head, from, bound) || !push_sector(load_sector(heads + 1), from, bound)) return;
    if (!is_cut) row = graph_.rows[v];
    push_sectors(row.first + head_sectors, row.first + row.sectors(), from, bound);
  }

  /// Each giant begins with another block.
  __device__ void share_giant(std::uint32_t v, std::uint32_t rank) {
    const Row row = graph_.rows[v];
    const std::uint32_t first = (blockIdx.x + rank * 61) % gridDim.x;
    if (first < row.pieces()) push_later(v, row, first, gridDim.x, (row.pieces() - first - 1) / gridDim.x + 1);
  }
  /// Leaves `count` pieces of a row, from `first` on and `step` apart, to the block, or pushes them where there is no
  /// room.
  __device__ void push_later(std::uint32_t v, const Row& row, std::uint32_t first, std::uint32_t step,
                             std::uint32_t count) {
    if (count == 0) return;
    std::uint32_t at = 0;
    if (mine_.index == 0) at = atomicAdd(&memory_.pieces, count);
    at = __shfl_sync(mine_.mates, at, static_cast<int>(threadIdx.x % 32 - mine_.index));
    const std::uint32_t fitting = at < task_.room ? min(count, task_.room - at) : 0;
    const auto piece = [&](std::uint32_t i) {
      return GroupPiece{row.first + (first + i * step) * row.sectors(), row.sectors(), v};
    };
    for (std::uint32_t i = mine_.index; i < fitting; i += task_.row_threads()) memory_.piece[at + i] = piece(i);
    for (std::uint32_t i = fitting; i < count; ++i) push_piece(piece(i));
  }
  __device__ void push_piece(const GroupPiece& piece) {
    uint4 active;
    const uint4 from = pushing(__ldcg(task_.row(piece.v) + mine_.index), active);
    if (!mates_any(any(active))) return;
    mass_ += Cells::count(active) * (piece.sectors * arcs_of / task_.mean_degree);
    push_sectors(piece.first, piece.first + piece.sectors, from, bound_of(from));
  }
  __device__ void push_sectors(std::uint32_t sector, std::uint32_t end, const uint4& from, NarrowArcs::Bound bound) {
    for (; sector < end; ++sector)
      if (!push_sector(load_sector(graph_.out + sector), from, bound)) return;
  }

  /// Returns whether the row may go on.
  __device__ bool push_sector(const Sector<NarrowArcs>& sector, const uint4& from, NarrowArcs::Bound bound) {
    const NarrowArcs& arcs = graph_.arcs;
#pragma unroll
    for (unsigned part = 0; part < arcs_of; part += at_once) {
      if (!arcs.within(sector.words[part], bound)) return false;
      uint4 seen[at_once];
#pragma unroll
      for (unsigned i = 0; i < at_once; ++i)
        if (arcs.within(sector.words[part + i], bound))
          seen[i] = __ldcg(task_.row(arcs.target(sector.words[part + i])) + mine_.index);
#pragma unroll
      for (unsigned i = 0; i < at_once; ++i)
        if (arcs.within(sector.words[part + i], bound)) {
          ++touched;
          lower(arcs.target(sector.words[part + i]), static_cast<std::uint32_t>(arcs.weight(sector.words[part + i])),
                from, seen[i]);
        }
    }
    return arcs.within(sector.words[arcs_of - 1], bound);
  }
  /// All that share the row: an arc of this weight to v.
  __device__ void lower(std::uint32_t v, std::uint32_t weight, const uint4& from, const uint4& seen) {
    const uint4 to = add_min<Cells>(from, Cells::splat_word(weight), seen);
    const bool falls = differ(to, seen);
    if (falls) {
      Cells::lower(task_.row(v) + mine_.index, to, seen);
      if (repeats()) __threadfence();  // who sees the bit in this very round must see the distance, too
    }
    if (!mates_any(falls) || v >= graph_.numbering.pushers()) return;
    if (first_ != last_)
      wait(v, levels_of(to, greater<Cells>(seen, to)));
    else if (mine_.index == 0)
      wait_in(v, stage_.level(static_cast<std::int32_t>(first_ + weight)));
  }
  /// The levels of the cells in the mask, as bits; those beyond the stage left out.
  __device__ std::uint32_t levels_of(const uint4& cells, const uint4& mask) const {
    std::uint32_t levels = 0;
    Cells::each((cells & mask) | (Cells::splat(Cells::infinity) & ~mask), [&](std::uint32_t cell) {
      const auto distance = static_cast<std::int32_t>(cell);
      if (distance >= stage_.first && distance <= stage_.last) levels |= 1U << stage_.level(distance);
    });
    return levels;
  }
  /// All that share the row of v.
  __device__ void wait(std::uint32_t v, std::uint32_t levels) {
    for (unsigned other = 1; other < task_.row_threads(); other *= 2)
      levels |= __shfl_xor_sync(mine_.mates, levels, static_cast<int>(other));
    if (mine_.index != 0) return;
    for (; levels != 0; levels &= levels - 1) wait_in(v, static_cast<unsigned>(__ffs(static_cast<int>(levels))) - 1);
  }
  __device__ void wait_in(std::uint32_t v, unsigned level) {
    again_ |= level == level_;
    atomicOr(task_.waiting + std::uint64_t{task_.level_words()} * level + v / 32, 1U << v % 32);
    levels_ |= 1U << level;
  }
  __device__ void tell_levels() {
    const std::uint32_t mine = __reduce_or_sync(cuda::full_warp, levels_);
    if (threadIdx.x % 32 == 0 && mine != 0) atomicOr(&memory_.levels, mine);
    __syncthreads();
    if (threadIdx.x == 0 && memory_.levels != 0) {
      atomicOr(task_.control->levels + stage_.number, memory_.levels);
      memory_.levels = 0;
    }
    levels_ = 0;
  }

  const GroupTask<Cells>& task_;
  const RowsView<NarrowArcs>& graph_;
  GroupMemory& memory_;
  const Stage<std::int32_t>& stage_;
  const RowThread mine_;
  const Owned owned_;
  unsigned level_ = ~0U;                // that is under way
  std::uint32_t first_ = 0, last_ = 0;  // cells that push
  std::uint32_t levels_ = 0;            // that this thread pushed into since it told
  std::uint32_t mass_ = 0;
  bool again_ = false;
};

}  // namespace wayfront::push_pull
