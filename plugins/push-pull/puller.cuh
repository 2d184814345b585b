// The pull: every vertex that the pushes did not reach looks at its arcs in, the lightest first, until no heavier one
// can help. What hangs on others that are not settled looks again.
#pragma once

#include <cstdint>

#include "owned.cuh"
#include "task.cuh"

namespace wayfront::push_pull {

template <class Arcs>
class Puller {
  using W = typename Arcs::Weight;
  using Key = cuda::KeyOf<W>;

 public:
  __device__ Puller(const Task<Arcs>& task, Memory<Key>& memory, const Stage<W>& stage)
      : task_(task), graph_(task.graph), memory_(memory), stage_(stage), owned_(task.graph.numbering.chunks) {}

  /// The arcs in of the owned vertices that are not settled, of this thread's part.
  __device__ std::uint64_t waiting_arcs() const {
    const Key last = cuda::key_of(stage_.last);
    std::uint64_t arcs = 0;
#pragma unroll 8
    for (std::uint32_t i = threadIdx.x; i < owned_.count(); i += block_threads) {
      const std::uint32_t v = owned_.number(i);
      const std::uint32_t degree = __ldg(graph_.in_degree + v);
      if (__ldcg(task_.distances + v) > last) arcs += degree;
    }
    return arcs;
  }

  /// All threads of the block. Candidates are those whose distance may still fall.
  __device__ void pull() {
    if (threadIdx.x == 0) memory_.queued = memory_.found = 0;
    __syncthreads();
    const Key last = cuda::key_of(stage_.last);
    for (std::uint32_t first = 0; first < owned_.count(); first += slab) {
      const std::uint32_t bits =
          look_through(first, owned_, [&](std::uint32_t v) { return __ldcg(task_.distances + v) > last; });
      queue_bits(memory_, bits, [](unsigned bit) { return bit * block_threads + threadIdx.x; });
      __syncthreads();
      const std::uint32_t queued = memory_.queued;
      // The next head is on its way while this one is worked on.
      std::uint32_t i = threadIdx.x;
      std::uint32_t v = i < queued ? owned_.number(first + memory_.queue[i]) : 0;
      Sector<Arcs> head = i < queued ? load_sector(graph_.in_heads + v) : Sector<Arcs>{};
      while (i < queued) {
        i += block_threads;
        const std::uint32_t next = i < queued ? owned_.number(first + memory_.queue[i]) : v;
        const Sector<Arcs> next_head = load_sector(graph_.in_heads + next);
        pull_first(v, head);
        v = next;
        head = next_head;
      }
      __syncthreads();
      if (threadIdx.x == 0) memory_.queued = 0;
      __syncthreads();
    }
  }

  /// All threads of the block, after pull(). Returns whether a distance of this thread's part fell.
  __device__ bool pull_again() {
    const std::uint32_t candidates = memory_.found;
    bool fell = false;
    for (std::uint32_t i = threadIdx.x; i < candidates; i += block_threads) fell |= pull_candidate(mine()[i]);
    return fell;
  }

  std::uint32_t pulled = 0, settled = 0, improved = 0;

 private:
  static constexpr unsigned arcs_of = Sector<Arcs>::arcs;

  __device__ std::uint32_t* mine() const {
    return task_.candidates + std::uint64_t{blockIdx.x} * task_.candidates_of_block;
  }
  __device__ void pull_first(std::uint32_t v, const Sector<Arcs>& head) {
    const Key before = __ldcg(task_.distances + v);
    W best = cuda::distance_of<W>(before);
    W open{};  // the lightest arc from a vertex that is not settled
    bool has_open = false;
    ++settled;
    bool more = look<true>(head, best, open, has_open);
    if (more) {
      const std::uint32_t end = __ldg(graph_.in_first + v + 1);
      for (std::uint32_t s = __ldg(graph_.in_first + v); more && s < end; ++s)
        more = look<false>(load_sector(graph_.in + s), best, open, has_open);
    }
    const Key key = cuda::key_of(best);
    if (key < before) {
      __stcg(task_.distances + v, key);
      ++improved;
    }
    if (has_open && saturating_add(stage_.beyond(), open) < best) mine()[atomicAdd(&memory_.found, 1U)] = v;
  }

  /// Returns whether arcs of the row that come later can help.
  template <bool first>
  __device__ bool look(const Sector<Arcs>& sector, W& best, W& open, bool& has_open) {
    const Arcs& arcs = graph_.arcs;
    W from[arcs_of];
    const W before = best;
#pragma unroll
    for (unsigned i = 0; i < arcs_of; ++i) {
      from[i] = unreached<W>;
      if (!arcs.is_arc(sector.words[i]) || (!first && arcs.weight(sector.words[i]) >= before)) continue;
      from[i] = cuda::fresh_distance<W>(task_.distances, arcs.target(sector.words[i]));
      ++pulled;
    }
#pragma unroll
    for (unsigned i = 0; i < arcs_of; ++i) {
      if (!arcs.is_arc(sector.words[i])) continue;
      const W weight = arcs.weight(sector.words[i]);
      const W sum = saturating_add(from[i], weight);
      best = sum < best ? sum : best;
      if (from[i] > stage_.last && !has_open) {
        has_open = true;
        open = weight;
      }
    }
    // What is not settled is not below beyond().
    return arcs.is_arc(sector.words[arcs_of - 1]) && arcs.weight(sector.words[arcs_of - 1]) < best &&
           best > stage_.beyond();
  }

  __device__ bool pull_candidate(std::uint32_t v) {
    const Key before = __ldcg(task_.distances + v);
    W best = cuda::distance_of<W>(before);
    bool more = look_again(load_sector(graph_.in_heads + v), best);
    if (more) {
      const std::uint32_t end = __ldg(graph_.in_first + v + 1);
      for (std::uint32_t s = __ldg(graph_.in_first + v); more && s < end; ++s)
        more = look_again(load_sector(graph_.in + s), best);
    }
    const Key key = cuda::key_of(best);
    if (key >= before) return false;
    __stcg(task_.distances + v, key);
    ++improved;
    return true;
  }
  __device__ bool look_again(const Sector<Arcs>& sector, W& best) {
    const Arcs& arcs = graph_.arcs;
    W from[arcs_of];
#pragma unroll
    for (unsigned i = 0; i < arcs_of; ++i) {
      from[i] = unreached<W>;
      if (!can_help(sector.words[i], best)) continue;
      from[i] = cuda::fresh_distance<W>(task_.distances, arcs.target(sector.words[i]));
      ++pulled;
    }
#pragma unroll
    for (unsigned i = 0; i < arcs_of; ++i) {
      if (!arcs.is_arc(sector.words[i])) continue;
      const W sum = saturating_add(from[i], arcs.weight(sector.words[i]));
      best = sum < best ? sum : best;
    }
    return can_help(sector.words[arcs_of - 1], best);
  }
  /// Only arcs from vertices that are not settled have not been counted already.
  __device__ bool can_help(const typename Arcs::Word& word, W best) const {
    return graph_.arcs.is_arc(word) && saturating_add(stage_.beyond(), graph_.arcs.weight(word)) < best;
  }

  const Task<Arcs>& task_;
  const RowsView<Arcs>& graph_;
  Memory<Key>& memory_;
  const Stage<W>& stage_;
  const Owned owned_;
};

}  // namespace wayfront::push_pull
