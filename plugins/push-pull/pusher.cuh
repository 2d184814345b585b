// The pushes: a stage's vertices push those arcs that stay within its bound, level by level.
#pragma once

#include <cstdint>

#include "owned.cuh"
#include "task.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::push_pull {

template <class Arcs>
class Pusher {
  using W = typename Arcs::Weight;
  using Key = cuda::KeyOf<W>;
  using Bound = typename Arcs::Bound;

 public:
  __device__ Pusher(const Task<Arcs>& task, Memory<Key>& memory, const Stage<W>& stage)
      : task_(task),
        graph_(task.graph),
        memory_(memory),
        stage_(stage),
        source_(task.source_number()),
        owned_(task.graph.numbering.pusher_chunks) {}

  /// All blocks: the row of the source, with all of its arcs where nobody can pull them.
  __device__ void push_source() {
    begin_stage();
    if (blockIdx.x == 0 && threadIdx.x == 0) atomicMin(task_.distances + source_, Key{0});  // others may push to it
    const bool whole = source_ >= graph_.numbering.reachable();
    const Row row = graph_.rows[source_];
    const Bound bound = graph_.arcs.bound(0, whole ? stage_.max_distance : stage_.last);
    const std::uint32_t sectors = row.pieces() * row.sectors();
    for (std::uint32_t i = blockIdx.x * block_threads + threadIdx.x; i < sectors; i += gridDim.x * block_threads)
      push_sector<false>(load_sector(graph_.out + row.first + i), 0, bound, bound);
  }

  /// All threads of the block: the owned vertices push that wait in `level`, in the one below it if `two`, and in those
  /// that were under way in the round before if `again`. Tells the levels, and returns whether any pushed into one that is
  /// under way. `round` goes up by one.
  __device__ bool push_level(unsigned level, bool two, bool again, unsigned round) {
    front_ = static_cast<int>(level);
    round_ = round;
    again_ = false;
    const std::uint32_t words = owned_.count() / 32;
    const bool has_giant = threadIdx.x < graph_.giants;
    const std::uint32_t giant = has_giant ? number_of_rank(threadIdx.x, graph_.numbering.pusher_chunks) : 0;
    const Key giant_key = __ldcg(task_.distances + giant);  // both are on their way
    Waiting waiting = look_for_waiting(threadIdx.x, words, two, again);
    begin_round();
    if (has_giant) take_giant(giant, giant_key);
    for (std::uint32_t first = 0;;) {
      queue_waiting(waiting, first + threadIdx.x);
      __syncthreads();
      const std::uint32_t queued = memory_.queued;
      if (queued <= block_threads)
        for_each(queued, [&](std::uint32_t i, unsigned lane, unsigned lanes) {
          push_vertex(fetch_queued(first, i, lane, lanes), lane, lanes);
        });
      else
        push_many(first, queued);
      first += block_threads;
      if (first >= words) break;
      waiting = look_for_waiting(first + threadIdx.x, words, two, again);
      __syncthreads();
      if (threadIdx.x == 0) memory_.queued = 0;
      __syncthreads();
    }
    __syncthreads();
    push_pieces<false>();
    tell_levels();
    front_ = -1;
    return repeats() && __syncthreads_or(again_);
  }

  /// All threads of the block, between meetings: what waits in these levels, a bit for each, does not push.
  __device__ void drop_levels(std::uint32_t levels) {
    const std::uint32_t words = owned_.count() / 32;
    for (; levels != 0; levels &= levels - 1) {
      const auto level = static_cast<unsigned>(__ffs(static_cast<int>(levels))) - 1;
      std::uint32_t* const waiting = task_.waiting + task_.level_words() * level;
      for (std::uint32_t i = threadIdx.x; i < words; i += block_threads)
        __stcg(waiting + owned_.number(i * 32) / 32, 0U);
    }
  }

  /// All threads of the block, at the beginning of a later stage: what was settled before pushes the arcs between the
  /// bound before and that of this stage.
  __device__ void extend(W last_before) {
    begin_stage();
    last_before_ = last_before;
    begin_round();
    if (threadIdx.x < graph_.giants) extend_giant();
    for (std::uint32_t first = 0; first < owned_.count(); first += slab) {
      const std::uint32_t bits = look_through(task_.distances, first, owned_, [&](std::uint32_t v, Key key) {
        const W distance = cuda::distance_of<W>(key);
        if (distance <= last_before) return rank_of(v) >= graph_.giants;
        if (distance <= stage_.last)
          wait(v, stage_.level(distance));  // the source pushed all of its arcs
        else
          cut(key);
        return false;
      });
      queue_bits(memory_, bits, position_of);
      __syncthreads();
      for_each(memory_.queued, [&](std::uint32_t i, unsigned lane, unsigned lanes) {
        push_window(fetch(owned_.number(first + memory_.queue[i]), lane, lanes), lane, lanes);
      });
      __syncthreads();
      if (threadIdx.x == 0) memory_.queued = 0;
      __syncthreads();
    }
    __syncthreads();
    push_pieces<true>();
  }

  /// All threads of the block, before a meeting: tells into which levels this block pushed.
  __device__ void tell_levels() {
    const std::uint32_t mine = __reduce_or_sync(cuda::full_warp, levels_);
    if (threadIdx.x % 32 == 0 && mine != 0) atomicOr(&memory_.levels, mine);
    __syncthreads();
    if (threadIdx.x == 0 && memory_.levels != 0) {
      atomicOr(task_.control->levels + stage_.number, memory_.levels);
      memory_.told |= memory_.levels;
      memory_.levels = 0;
    }
    levels_ = 0;
  }
  /// Thread 0, after tell_levels(): whether this block has pushed into a level of the stage.
  __device__ bool pushed_into(unsigned level) const { return level < max_levels && (memory_.told >> level & 1) != 0; }
  /// Whether a push may go into the level that is under way.
  __device__ bool repeats() const { return !(task_.lightest > 0) || stage_.repeats(); }
  /// The smallest distance beyond the bound that this thread has seen since the last call; unreached: none.
  __device__ Key take_nearest() {
    const Key nearest = nearest_;
    nearest_ = cuda::unreached_key<W>;
    return nearest;
  }
  /// About how many arcs leave the vertices that this thread settled since the last call, in mean rows.
  __device__ std::uint32_t take_mass() {
    const std::uint32_t mass = mass_;
    mass_ = 0;
    return mass;
  }

  std::uint32_t settled = 0, relaxed = 0, improved = 0;

 private:
  static constexpr unsigned arcs_of = Sector<Arcs>::arcs;
  static constexpr Key nothing = std::numeric_limits<Key>::min();
  enum Kind : unsigned {
    waits_again,
    waits_below,
    waits_at_top
  };  // of Waiting; 16 bits have room for them beside a place in a slab
  static_assert((waits_at_top + 1) * slab < 1U << 16);

  __device__ std::uint32_t rank_of(std::uint32_t v) const { return rank_of_number(v, graph_.numbering.pusher_chunks); }

  __device__ void begin_stage() {
    if (threadIdx.x == 0) memory_.told = 0;
  }
  __device__ void begin_round() {
    if (threadIdx.x == 0) memory_.queued = memory_.pieces = 0;
    __syncthreads();
  }

  /// A bitmap for each level, and two for what is pushed into levels that are under way, which are taken in turn. Nobody
  /// sets bits of those that are taken in a round.
  __device__ std::uint32_t* bitmap(unsigned i) const { return task_.waiting + task_.level_words() * i; }
  __device__ unsigned again_bitmap(unsigned round) const { return max_levels + round % 2; }

  /// Of what waits_below or waits_at_top.
  __device__ unsigned level_of(unsigned kind) const { return static_cast<unsigned>(front_) - (waits_at_top - kind); }

  /// What waits of 32 owned vertices.
  struct Waiting {
    std::uint32_t again, below, at_top;
  };
  __device__ Waiting look_for_waiting(std::uint32_t i, std::uint32_t words, bool two, bool again) const {
    if (i >= words) return {0, 0, 0};
    const std::uint32_t word = owned_.number(i * 32) / 32;
    const auto level = static_cast<unsigned>(front_);
    return {again ? __ldcg(bitmap(again_bitmap(round_ + 1)) + word) : 0, two ? __ldcg(bitmap(level - 1) + word) : 0,
            __ldcg(bitmap(level) + word)};
  }
  /// Queues them, each once: one that was pushed again is due, whatever it waits for besides.
  __device__ void queue_waiting(const Waiting& waiting, std::uint32_t i) {
    const std::uint32_t first = owned_.number(i * 32);
    std::uint32_t mask = ~0U;
    if (first % chunk == 0 && rank_of(first) < graph_.giants) mask <<= unit;  // all blocks see giants
#pragma unroll 1
    for (unsigned kind = waits_again; kind <= waits_at_top; ++kind) {
      const std::uint32_t bits = kind == waits_again   ? waiting.again
                                 : kind == waits_below ? waiting.below
                                                       : waiting.at_top;
      if (!__any_sync(cuda::full_warp, bits != 0)) continue;
      if (bits != 0) __stcg(bitmap(kind == waits_again ? again_bitmap(round_ + 1) : level_of(kind)) + first / 32, 0U);
      queue_bits(memory_, bits & mask, [kind](unsigned bit) { return (threadIdx.x * 32 + bit) | kind * slab; });
      mask &= ~bits;
    }
  }

  /// What a thread needs of a vertex to begin: one of `lanes`, of which the first two take the head of its row.
  struct Fetched {
    std::uint32_t v;
    Key key;
    Row row;
    Sector<Arcs> head;
    bool cut_row;
    unsigned kind;  // how it waited
  };
  __device__ Fetched fetch(std::uint32_t v, unsigned lane, unsigned lanes) const {
    Fetched it;
    it.v = v;
    it.key = __ldcg(task_.distances + v);
    it.cut_row = rank_of(v) < graph_.cut_rows;
    if (lane < head_sectors) it.head = load_sector(head_of(v, lane));
    if (lanes > 1 || it.cut_row) it.row = graph_.rows[v];
    return it;
  }
  __device__ const Sector<Arcs>* head_of(std::uint32_t v, unsigned sector) const {
    return graph_.out_heads + std::uint64_t{v} * head_sectors + sector;
  }

  /// The i-th one in the queue, from the first owned 32 on.
  __device__ Fetched fetch_queued(std::uint32_t first, std::uint32_t i, unsigned lane, unsigned lanes) const {
    const std::uint32_t queued = memory_.queue[i];
    Fetched it = fetch(owned_.number(first * 32 + queued % slab), lane, lanes);
    it.kind = queued / slab;
    return it;
  }

  /// More vertices than threads: the next one is on its way while this one is worked on.
  __device__ void push_many(std::uint32_t first, std::uint32_t queued) {
    std::uint32_t i = threadIdx.x;
    Fetched now = fetch_queued(first, i, 0, 1);
    while (i < queued) {
      i += block_threads;
      const Fetched next = fetch_queued(first, i < queued ? i : threadIdx.x, 0, 1);
      push_vertex(now, 0, 1);
      now = next;
    }
  }

  /// All of `lanes` threads: what a vertex that waited pushes.
  __device__ void push_vertex(const Fetched& it, unsigned lane, unsigned lanes) {
    const Key key = lanes == 1 ? it.key : __shfl_sync(group_of(lanes), it.key, 0, static_cast<int>(lanes));
    const W distance = cuda::distance_of<W>(key);
    // Its distance fell and it pushed then, or the stage became shorter.
    if (distance < stage_.first || distance > stage_.last ||
        (it.kind != waits_again && stage_.level(distance) != level_of(it.kind)))
      return;
    if (lane == 0) {
      ++settled;
      ++mass_;
      if (it.cut_row) mass_ += it.row.pieces() * it.row.sectors() * arcs_of / task_.mean_degree;
    }
    const Bound bound = graph_.arcs.bound(distance, stage_.last);
    push_row<false>(it, key, lane, lanes, bound, bound);
  }
  /// What a settled vertex pushes when the bound goes up.
  __device__ void push_window(const Fetched& it, unsigned lane, unsigned lanes) {
    const W distance = cuda::distance_of<W>(it.key);  // does not change any more
    push_row<true>(it, it.key, lane, lanes, graph_.arcs.bound(distance, stage_.last),
                   graph_.arcs.bound(distance, last_before_));
  }
  template <bool window>
  __device__ void push_row(const Fetched& it, Key key, unsigned lane, unsigned lanes, const Bound& bound,
                           const Bound& before) {
    const W distance = cuda::distance_of<W>(key);
    if (lane == 0 && it.cut_row) push_later<window>(it.row, 1, 1, it.row.pieces() - 1, key);
    bool more = lane < head_sectors && push_sector<window>(it.head, distance, bound, before);
    if (lanes == 1) {
      if (more) more = push_sector<window>(load_sector(head_of(it.v, 1)), distance, bound, before);
      if (!more) return;
    } else if (!__shfl_sync(group_of(lanes), static_cast<int>(more), 1, static_cast<int>(lanes))) {
      return;
    }
    const Row row = lanes > 1 || it.cut_row ? it.row : graph_.rows[it.v];
    push_sectors<window>(row.first + head_sectors + lane, row.first + row.sectors(), lanes, distance, bound, before);
  }
  __device__ void take_giant(std::uint32_t v, Key key) {
    const W distance = cuda::distance_of<W>(key);
    if (distance > stage_.last || distance < stage_.first || key >= memory_.taken[threadIdx.x] ||
        stage_.level(distance) > static_cast<unsigned>(front_) || v == source_)
      return;
    memory_.taken[threadIdx.x] = key;
    const Row row = graph_.rows[v];
    const std::uint32_t pieces = share_giant<false>(row, key);
    settled += blockIdx.x == 0;
    mass_ += pieces * row.sectors() * arcs_of / task_.mean_degree;
  }
  __device__ void extend_giant() {
    const std::uint32_t v = number_of_rank(threadIdx.x, graph_.numbering.pusher_chunks);
    const Key key = __ldcg(task_.distances + v);
    if (cuda::distance_of<W>(key) <= last_before_) share_giant<true>(graph_.rows[v], key);
  }
  /// Returns how many pieces are this block's share. Each giant begins with another block.
  template <bool window>
  __device__ std::uint32_t share_giant(const Row& row, Key key) {
    const std::uint32_t first = (blockIdx.x + threadIdx.x * 61) % gridDim.x;
    if (first >= row.pieces()) return 0;
    const std::uint32_t mine = (row.pieces() - first - 1) / gridDim.x + 1;
    push_later<window>(row, first, gridDim.x, mine, key);
    return mine;
  }

  /// Leaves `count` pieces of a row, from `first` on and `step` apart, to the block, or pushes them where there is no
  /// room.
  template <bool window>
  __device__ void push_later(const Row& row, std::uint32_t first, std::uint32_t step, std::uint32_t count, Key key) {
    if (count == 0) return;
    const std::uint32_t at = atomicAdd(&memory_.pieces, count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Piece<Key> piece{row.first + (first + i * step) * row.sectors(), row.sectors(), key};
      if (at + i < task_.room)
        memory_.piece[at + i] = piece;
      else
        push_piece<window>(piece, 0, 1);
    }
  }
  template <bool window>
  __device__ void push_pieces() {
    for_each(min(memory_.pieces, task_.room), [&](std::uint32_t i, unsigned lane, unsigned lanes) {
      push_piece<window>(memory_.piece[i], lane, lanes);
    });
  }
  template <bool window>
  __device__ void push_piece(const Piece<Key>& piece, unsigned lane, unsigned lanes) {
    const W distance = cuda::distance_of<W>(piece.key);
    const Bound bound = graph_.arcs.bound(distance, stage_.last);
    push_sectors<window>(piece.first + lane, piece.first + piece.sectors, lanes, distance, bound,
                         window ? graph_.arcs.bound(distance, last_before_) : bound);
  }

  template <bool window>
  __device__ void push_sectors(std::uint32_t sector, std::uint32_t end, unsigned step, W distance, const Bound& bound,
                               const Bound& before) {
    for (; sector < end; sector += step)
      if (!push_sector<window>(load_sector(graph_.out + sector), distance, bound, before)) return;
  }

  /// Relaxes the arcs within `bound`, without those within `before` in a window. Returns whether the row may go on.
  template <bool window>
  __device__ bool push_sector(const Sector<Arcs>& sector, W distance, const Bound& bound, const Bound& before) {
    const Arcs& arcs = graph_.arcs;
    Key seen[arcs_of];
#pragma unroll
    for (unsigned i = 0; i < arcs_of; ++i) {
      seen[i] = nothing;
      if (!arcs.within(sector.words[i], bound) || (window && arcs.within(sector.words[i], before))) continue;
      seen[i] = __ldcg(task_.distances + arcs.target(sector.words[i]));
      ++relaxed;
    }
#pragma unroll
    for (unsigned i = 0; i < arcs_of; ++i) {
      const W sum = Arcs::sum_within(distance, arcs.weight(sector.words[i]));
      const Key key = cuda::key_of(sum);
      if (key < seen[i]) lower(arcs.target(sector.words[i]), key, sum);
    }
    if (arcs.within(sector.words[arcs_of - 1], bound)) return true;
    typename Arcs::Word beyond = sector.words[arcs_of - 1];  // the lightest
#pragma unroll
    for (unsigned i = arcs_of - 1; i-- != 0;)
      if (!arcs.within(sector.words[i], bound)) beyond = sector.words[i];
    if (arcs.is_arc(beyond)) cut(cuda::key_of(saturating_add(distance, arcs.weight(beyond))));
    return false;
  }
  /// A distance beyond the bound.
  __device__ void cut(Key key) { nearest_ = key < nearest_ ? key : nearest_; }

  __device__ void lower(std::uint32_t v, Key key, W distance) {
    atomicMin(task_.distances + v, key);
    ++improved;
    if (distance > stage_.last)
      cut(key);
    else if (v < graph_.numbering.pushers())
      wait(v, stage_.level(distance));
  }
  __device__ void wait(std::uint32_t v, unsigned level) {
    const bool again = static_cast<int>(level) <= front_;
    atomicOr(bitmap(again ? again_bitmap(round_) : level) + v / 32, 1U << (v % 32));
    again_ |= again;
    if (!again) levels_ |= 1U << level;
  }

  const Task<Arcs>& task_;
  const RowsView<Arcs>& graph_;
  Memory<Key>& memory_;
  const Stage<W>& stage_;
  const std::uint32_t source_;  // its number
  const Owned owned_;
  W last_before_{};
  int front_ = -1;  // the highest level that is under way
  unsigned round_ = 0;
  std::uint32_t levels_ = 0;  // that this thread pushed into since it told
  std::uint32_t mass_ = 0;
  bool again_ = false;
  Key nearest_ = cuda::unreached_key<W>;
};

}  // namespace wayfront::push_pull
