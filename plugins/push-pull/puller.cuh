// The pull: every vertex that the pushes did not reach looks at its arcs in, the lightest first, until no heavier one
// can help. Arcs from others that are not settled are noted, and looked at until nothing changes.
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
  __device__ std::uint32_t waiting_arcs() const {
    const Key last = cuda::key_of(stage_.last);
    std::uint32_t arcs = 0;
#pragma unroll 4
    for (std::uint32_t i = threadIdx.x * 4; i < owned_.count(); i += block_threads * 4) {
      const std::uint32_t v = owned_.number(i);
      const FourKeys<Key> four = load_four(task_.distances + v);
      const uint4 degrees = __ldg(reinterpret_cast<const uint4*>(graph_.in_degree + v));
      arcs += four.keys[0] > last ? degrees.x : 0;
      arcs += four.keys[1] > last ? degrees.y : 0;
      arcs += four.keys[2] > last ? degrees.z : 0;
      arcs += four.keys[3] > last ? degrees.w : 0;
    }
    return arcs;
  }

  /// All threads of the block.
  __device__ void pull() {
    if (threadIdx.x == 0) {
      memory_.queued = memory_.pieces = memory_.found = memory_.links = 0;
      memory_.link_end = task_.links_of_block;
    }
    __syncthreads();
    const Key last = cuda::key_of(stage_.last);
    for (std::uint32_t first = 0; first < owned_.count(); first += slab) {
      const std::uint32_t bits =
          look_through(task_.distances, first, owned_, [&](std::uint32_t, Key key) { return key > last; });
      queue_bits(memory_, bits, position_of);
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
        pull_head(v, head);
        v = next;
        head = next_head;
      }
      __syncthreads();
      for_each(min(memory_.pieces, task_.room),
               [&](std::uint32_t i, unsigned lane, unsigned lanes) { pull_rest(memory_.piece[i], lane, lanes); });
      __syncthreads();
      if (threadIdx.x == 0) memory_.queued = memory_.pieces = 0;
      __syncthreads();
    }
  }

  /// All threads of the block, after pull(): what was noted, a few times as long as something changes. Returns whether
  /// a distance fell.
  __device__ bool pull_again() {
    constexpr unsigned most = 4;  // then what other blocks did matters more
    bool ever = false;
    for (unsigned i = 0; i < most; ++i) {
      const bool fell = __syncthreads_or(look_at_links() | look_at_candidates()) != 0;
      ever |= fell;
      if (!fell) break;
    }
    return ever;
  }

  std::uint32_t pulled = 0, settled = 0, improved = 0;

 private:
  static constexpr unsigned arcs_of = Sector<Arcs>::arcs;

  __device__ Link<W>* links() const { return task_.links + std::uint64_t{blockIdx.x} * task_.links_of_block; }
  __device__ std::uint32_t* candidates() const {
    return task_.candidates + std::uint64_t{blockIdx.x} * task_.candidates_of_block;
  }

  __device__ void pull_head(std::uint32_t v, const Sector<Arcs>& head) {
    const Key before = __ldcg(task_.distances + v);
    W best = cuda::distance_of<W>(before);
    bool noted = true;
    ++settled;
    bool more = look<true>(v, head, best, noted);
    if (more) {
      const std::uint32_t at = atomicAdd(&memory_.pieces, 1U);
      if (at < task_.room) {
        memory_.piece[at] = {v, 0, cuda::key_of(best)};
        more = false;
      }
    }
    if (more) {
      const std::uint32_t end = __ldg(graph_.in_first + v + 1);
      for (std::uint32_t s = __ldg(graph_.in_first + v); more && s < end; ++s)
        more = look<false>(v, load_sector(graph_.in + s), best, noted);
    }
    finish(v, before, best, noted);
  }
  /// What is behind the head of a row, by `lanes` threads.
  __device__ void pull_rest(const Piece<Key>& piece, unsigned lane, unsigned lanes) {
    const std::uint32_t v = piece.first;
    const std::uint32_t end = __ldg(graph_.in_first + v + 1);
    W best = cuda::distance_of<W>(piece.key);
    bool noted = true, more = true;
    for (std::uint32_t s = __ldg(graph_.in_first + v) + lane; more && s < end; s += lanes)
      more = look<false>(v, load_sector(graph_.in + s), best, noted);
    const unsigned group = group_of(lanes);
    noted = __all_sync(group, noted) != 0;
    for (unsigned other = 1; other < lanes; other *= 2) {
      const W theirs = __shfl_xor_sync(group, best, static_cast<int>(other));
      best = theirs < best ? theirs : best;
    }
    if (lane == 0) finish(v, piece.key, best, noted);
  }
  __device__ void finish(std::uint32_t v, Key before, W best, bool noted) {
    const Key key = cuda::key_of(best);
    if (key < before) {
      __stcg(task_.distances + v, key);
      ++improved;
    }
    if (!noted) candidates()[atomicAdd(&memory_.found, 1U)] = v;
  }

  /// Lowers `best` by the arcs of a sector of v's row; `noted` becomes false where there is no room for those from
  /// vertices that are not settled. Returns whether arcs of the row that come later can help.
  template <bool first>
  __device__ bool look(std::uint32_t v, const Sector<Arcs>& sector, W& best, bool& noted) {
    const Arcs& arcs = graph_.arcs;
    W from[arcs_of];
    const W before = best;
    bool open = false;
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
      const W sum = saturating_add(from[i], arcs.weight(sector.words[i]));
      best = sum < best ? sum : best;
      open |= from[i] > stage_.last;
    }
    if (open) {
      std::uint32_t count = 0;
#pragma unroll
      for (unsigned i = 0; i < arcs_of; ++i) count += from[i] > stage_.last && can_help(sector.words[i], best);
      if (count != 0) {
        std::uint32_t at = atomicAdd(&memory_.links, count);
        if (at + count > task_.links_of_block) {
          atomicMin(&memory_.link_end, at);
          noted = false;
        } else {
#pragma unroll
          for (unsigned i = 0; i < arcs_of; ++i)
            if (from[i] > stage_.last && can_help(sector.words[i], best))
              links()[at++] = {arcs.target(sector.words[i]), v, arcs.weight(sector.words[i])};
        }
      }
    }
    // What is not settled is not below beyond().
    return arcs.is_arc(sector.words[arcs_of - 1]) && arcs.weight(sector.words[arcs_of - 1]) < best &&
           best > stage_.beyond();
  }

  __device__ bool look_at_links() {
    const std::uint32_t count = min(memory_.links, memory_.link_end);
    bool fell = false;
#pragma unroll 4
    for (std::uint32_t i = threadIdx.x; i < count; i += block_threads) {
      const Link<W> link = links()[i];
      const W from = cuda::fresh_distance<W>(task_.distances, link.from);
      const Key to = __ldcg(task_.distances + link.to);
      ++pulled;
      const Key key = cuda::key_of(saturating_add(from, link.weight));
      if (key >= to) continue;
      atomicMin(task_.distances + link.to, key);
      ++improved;
      fell = true;
    }
    return fell;
  }

  /// Vertices whose arcs found no room among the links.
  __device__ bool look_at_candidates() {
    const std::uint32_t count = memory_.found;
    bool fell = false;
    for (std::uint32_t i = threadIdx.x; i < count; i += block_threads) fell |= pull_candidate(candidates()[i]);
    return fell;
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
    atomicMin(task_.distances + v, key);
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
