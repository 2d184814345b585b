// The core of a sparse graph: what is left when vertices of few neighbours are taken out one after the other. Around a
// vertex that goes, each pair of its neighbours gets an arc as long as the way through it, so distances in what is left
// are those of the whole graph, over fewer hops: a third of them on roads.
//
// Vertices go in rounds, those of a round without arcs between them. One that went keeps its arcs as they were then:
// all of them lead to vertices that go later, or stay. So a search from any source climbs to the core over the arcs out
// of it, and when the core has its distances the others get theirs over the arcs into them, the last round first.
#pragma once

#include <cstdint>
#include <type_traits>

#include "near_far.hpp"
#include "packed_graph.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/cached.cuh"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/grid_barrier.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/warp.cuh"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::near_far {

inline constexpr unsigned core_slots = 16;  // in a row; no vertex of the core gets more neighbours by what goes
inline constexpr unsigned removed_slots = max_core_degree;

/// In device memory, by value.
template <WeightType W>
struct CoreView {
  const ArcWordOf<W>* rows;     // heads of core_slots slots for each vertex, with the arcs that a search follows
  const Vertex* removed;        // the vertices that went, in order
  const ArcWordOf<W>* into;     // removed_slots slots for each of those: where it is reached from, and how far
  const std::uint32_t* places;  // of each vertex in `removed`; beyond it for those that stay
  std::uint32_t rounds;         // 0: there is no core
  std::uint32_t begins[max_core_rounds + 1];  // in `removed`, of each round and behind the last
};

/// Taking vertices out: one kernel runs all rounds. Each vertex has a table of its neighbours while that lasts, with the
/// shortest arc in either direction, so the vertices on either side of an arc know each other.
namespace removal {

inline constexpr unsigned removal_block = 256;
inline constexpr unsigned blocks_per_sm = 4;
inline constexpr unsigned group = 8;  // threads that read a row of the graph

/// A length, not negative, as a number that atomicMin() takes.
template <WeightType W>
using Length = std::conditional_t<sizeof(W) == 4, std::uint32_t, unsigned long long>;
template <WeightType W>
inline constexpr Length<W> no_length = static_cast<Length<W>>(-1);

/// What the rounds share in device memory.
struct Progress {
  cuda::BarrierWords barrier;
  std::uint32_t removed;
  std::uint32_t rounds;
  std::uint32_t begins[max_core_rounds + 1];
  unsigned long long core_arcs;
  unsigned long long core_length;  // of all of them
};

template <WeightType W>
struct Tables {
  static constexpr std::uint32_t too_many = std::uint32_t{1} << 31;  // in a degree: the table is not complete
  Vertex vertices;
  Vertex* ends;  // core_slots of each vertex, no_vertex where there is none
  Length<W>* out;
  Length<W>* in;
  std::uint32_t* degrees;
  std::uint32_t* growth;  // of a vertex's degree in this round, at most
  std::uint8_t* going;    // Going of each vertex
  Vertex* removed;
  std::uint32_t* places;
  Progress* progress;

  __device__ Vertex* ends_of(Vertex v) const { return ends + std::uint64_t{core_slots} * v; }
  __device__ Length<W>* out_of(Vertex v) const { return out + std::uint64_t{core_slots} * v; }
  __device__ Length<W>* in_of(Vertex v) const { return in + std::uint64_t{core_slots} * v; }
  __device__ std::uint32_t degree(Vertex v) const { return __ldcg(degrees + v); }
};

enum Going : std::uint8_t { stays, chosen, goes, gone };

/// Makes `end` a neighbour of v, or shortens the arcs between them. Tables only grow meanwhile, so each neighbour has
/// one slot: everybody looks for it first, and takes the first free one.
template <WeightType W>
__device__ void meet(const Tables<W>& tables, Vertex v, Vertex end, Length<W> out, Length<W> in) {
  Vertex* const ends = tables.ends_of(v);
  unsigned slot = core_slots;
#pragma unroll
  for (unsigned i = 0; i < core_slots; i += 4) {
    const uint4 four = __ldcg(reinterpret_cast<const uint4*>(ends + i));
    if (four.x == end) slot = i;
    if (four.y == end) slot = i + 1;
    if (four.z == end) slot = i + 2;
    if (four.w == end) slot = i + 3;
  }
  for (unsigned i = 0; i < core_slots && slot == core_slots; ++i) {
    Vertex seen = __ldcg(ends + i);
    if (seen == no_vertex) {
      seen = atomicCAS(ends + i, no_vertex, end);
      if (seen == no_vertex) {
        atomicAdd(tables.degrees + v, 1U);
        slot = i;
      }
    }
    if (seen == end) slot = i;
  }
  if (slot == core_slots) {
    atomicOr(tables.degrees + v, Tables<W>::too_many);
    return;
  }
  if (out != no_length<W>) atomicMin(tables.out_of(v) + slot, out);
  if (in != no_length<W>) atomicMin(tables.in_of(v) + slot, in);
}

/// All arcs go to the tables of both of their ends.
template <WeightType W>
__global__ void __launch_bounds__(removal_block)
    fill_tables(const HeadedView<W, std::uint32_t> graph, const Tables<W> tables) {
  const std::uint64_t groups = std::uint64_t{gridDim.x} * removal_block / group;
  for (std::uint64_t u = cuda::grid_thread() / group; u < graph.vertices; u += groups)
    for (std::uint32_t i = graph.begin(static_cast<Vertex>(u)) + threadIdx.x % group;
         i < graph.end(static_cast<Vertex>(u)); i += group) {
      const ArcWordOf<W> arc = cuda::ldg(graph.words() + i);
      const auto tail = static_cast<Vertex>(u), head = target_of(arc);
      if (tail == head) continue;
      const auto length = static_cast<Length<W>>(weight_bits(arc));
      meet(tables, tail, head, length, no_length<W>);
      meet(tables, head, tail, no_length<W>, length);
    }
}

/// The way through a vertex; none where it is as long as what is not reached.
template <WeightType W>
__device__ Length<W> through(Length<W> in, Length<W> out) {
  if (in == no_length<W> || out == no_length<W>) return no_length<W>;
  const Length<W> sum = in + out;
  return sum < static_cast<Length<W>>(cuda::unreached_key<W>) ? sum : no_length<W>;
}

/// Rounds of a cooperative launch.
template <WeightType W>
class Removal {
 public:
  __device__ Removal(const Tables<W>& tables, unsigned degree) : tables_(tables), degree_(degree) {}

  /// Those that come before all of their neighbours are chosen: the fewer neighbours, the earlier, and then by chance.
  __device__ void choose(std::uint32_t round) const {
    each_vertex([&](Vertex v) {
      const std::uint32_t degree = tables_.degree(v);
      if (tables_.going[v] == gone || degree > degree_) return;
      const std::uint64_t mine = order(v, degree, round);
      const Vertex* const ends = tables_.ends_of(v);
      bool first = true;
      for (unsigned i = 0; i < core_slots && first; ++i) {
        const Vertex end = __ldcg(ends + i);
        if (end == no_vertex) continue;
        const std::uint32_t other = tables_.degree(end);
        // A vertex beside a large one stays: the large one's arcs are where they were.
        first = other < Tables<W>::too_many && (other > degree_ || mine < order(end, other, round));
      }
      if (!first) return;
      tables_.going[v] = chosen;
      if (degree <= 2) return;
      for (unsigned i = 0; i < core_slots; ++i)
        if (const Vertex end = __ldcg(ends + i); end != no_vertex) atomicAdd(tables_.growth + end, degree - 2);
    });
  }

  /// The chosen ones whose neighbours have room for what comes go out of the tables of those.
  __device__ void take_out() const {
    each_vertex([&](Vertex v) {
      if (tables_.going[v] != chosen) return;
      const Vertex* const ends = tables_.ends_of(v);
      const std::uint32_t degree = tables_.degree(v);
      for (unsigned i = 0; i < core_slots && degree > 2; ++i)
        if (const Vertex end = __ldcg(ends + i); end != no_vertex)
          if (tables_.degree(end) + __ldcg(tables_.growth + end) > core_slots) {
            tables_.going[v] = stays;
            return;
          }
      tables_.going[v] = goes;
      const std::uint32_t place = atomicAdd(&tables_.progress->removed, 1U);
      tables_.removed[place] = v;
      tables_.places[v] = place;
      for (unsigned i = 0; i < core_slots; ++i)
        if (const Vertex end = __ldcg(ends + i); end != no_vertex) forget(end, v);
    });
  }

  /// Their neighbours meet.
  __device__ void join() const {
    each_vertex([&](Vertex v) {
      tables_.growth[v] = 0;
      if (tables_.going[v] != goes) return;
      tables_.going[v] = gone;
      const Vertex* const ends = tables_.ends_of(v);
      const Length<W>* const out = tables_.out_of(v);
      const Length<W>* const in = tables_.in_of(v);
      for (unsigned i = 0; i < core_slots; ++i) {
        const Vertex a = __ldcg(ends + i);
        if (a == no_vertex) continue;
        atomicSub(tables_.degrees + a, 1U);
        for (unsigned j = i + 1; j < core_slots; ++j) {
          const Vertex b = __ldcg(ends + j);
          if (b == no_vertex) continue;
          const Length<W> to_b = through<W>(__ldcg(in + i), __ldcg(out + j));
          const Length<W> to_a = through<W>(__ldcg(in + j), __ldcg(out + i));
          if (to_a == no_length<W> && to_b == no_length<W>) continue;
          meet(tables_, a, b, to_b, to_a);
          meet(tables_, b, a, to_a, to_b);
        }
      }
    });
  }

 private:
  template <class Visit>
  __device__ void each_vertex(const Visit& visit) const {
    const std::uint64_t step = std::uint64_t{gridDim.x} * removal_block;
    for (std::uint64_t v = cuda::grid_thread(); v < tables_.vertices; v += step) visit(static_cast<Vertex>(v));
  }

  /// Different for any two vertices.
  static __device__ std::uint64_t order(Vertex v, std::uint32_t degree, std::uint32_t round) {
    std::uint32_t bits = v + round * 0x9e37'79b9U;
    bits = (bits ^ bits >> 16) * 0x7feb'352dU;
    bits = (bits ^ bits >> 15) * 0x846c'a68bU;
    return std::uint64_t{degree} << 32 | (bits ^ bits >> 16);
  }

  /// Nobody else touches that slot.
  __device__ void forget(Vertex at, Vertex v) const {
    Vertex* const ends = tables_.ends_of(at);
    for (unsigned i = 0; i < core_slots; ++i) {
      if (__ldcg(ends + i) != v) continue;
      __stcg(ends + i, no_vertex);
      __stcg(tables_.out_of(at) + i, no_length<W>);
      __stcg(tables_.in_of(at) + i, no_length<W>);
      return;
    }
  }

  const Tables<W>& tables_;
  const unsigned degree_;
};

/// A round after which this share of the vertices at most is gone is the last: it saves less than it costs.
inline constexpr std::uint32_t worthless = 1024;

template <WeightType W>
__global__ void __launch_bounds__(removal_block, blocks_per_sm)
    remove(const Tables<W> tables, unsigned degree, unsigned rounds) {
  cuda::GridBarrier barrier(&tables.progress->barrier, 0);
  cuda::Meeting meeting(barrier);
  const Removal<W> removal(tables, degree);
  std::uint32_t before = 0, round = 0;
  bool more = rounds != 0;
  while (more) {
    removal.choose(round);
    meeting();
    removal.take_out();
    meeting();
    const std::uint32_t removed = __ldcg(&tables.progress->removed);
    removal.join();
    meeting();
    more = removed - before > tables.vertices / worthless && ++round < rounds;
    before = removed;
    if (cuda::grid_thread() == 0) {
      const std::uint32_t done = more || round == rounds ? round : round + 1;
      tables.progress->begins[done] = removed;
      tables.progress->rounds = done;
    }
  }
}

/// A group of core_slots threads per vertex: its row, and the sums over the arcs of the core.
template <WeightType W>
__global__ void __launch_bounds__(removal_block)
    write_rows(const HeadedView<W, std::uint32_t> graph, const Tables<W> tables, ArcWordOf<W>* rows) {
  static_assert(32 % core_slots == 0);
  const unsigned slot = threadIdx.x % core_slots;
  const unsigned lanes = ((core_slots == 32 ? 0 : 1U << core_slots) - 1) << threadIdx.x % 32 / core_slots * core_slots;
  const std::uint64_t step = std::uint64_t{gridDim.x} * removal_block / core_slots;
  unsigned long long length = 0;
  std::uint32_t arcs = 0;
  for (std::uint64_t i = cuda::grid_thread() / core_slots; i < graph.vertices; i += step) {
    const auto v = static_cast<Vertex>(i);
    ArcWordOf<W>* const row = rows + std::uint64_t{core_slots} * v;
    const std::uint32_t begin = graph.begin(v), end = graph.end(v);
    Length<W> out = no_length<W>;
    if (tables.degrees[v] >= Tables<W>::too_many) {
      ArcWordOf<W> arc = no_arc<W>();
      if (slot < end - begin) {
        arc = cuda::ldg(graph.words() + begin + slot);
        out = static_cast<Length<W>>(weight_bits(arc));
      }
      if (slot == core_slots - 1 && end - begin > core_slots) arc = more_arcs<W>();
      row[slot] = arc;
    } else {
      out = tables.out_of(v)[slot];
      const bool has = out != no_length<W>;
      const unsigned all = __ballot_sync(lanes, has) & lanes;
      const unsigned below = all & ((1U << threadIdx.x % 32) - 1);
      const unsigned has_not = lanes & ~all & ((1U << threadIdx.x % 32) - 1);
      if (has) row[__popc(below)] = arc_word<W>(tables.ends_of(v)[slot], static_cast<W>(out));
      if (!has) row[__popc(all) + __popc(has_not)] = no_arc<W>();
    }
    if (tables.going[v] == gone || out == no_length<W>) continue;
    ++arcs;
    length += out;
  }
  if (arcs == 0) return;
  atomicAdd(&tables.progress->core_arcs, static_cast<unsigned long long>(arcs));
  atomicAdd(&tables.progress->core_length, length);
}

/// A thread per vertex that went.
template <WeightType W>
__global__ void __launch_bounds__(removal_block) write_into(const Tables<W> tables, ArcWordOf<W>* into) {
  const std::uint64_t i = cuda::grid_thread();
  if (i >= tables.progress->removed) return;
  const Vertex v = tables.removed[i];
  ArcWordOf<W>* const row = into + removed_slots * i;
  unsigned filled = 0;
  for (unsigned slot = 0; slot < core_slots; ++slot) {
    const Length<W> in = tables.in_of(v)[slot];
    if (in != no_length<W>) row[filled++] = arc_word<W>(tables.ends_of(v)[slot], static_cast<W>(in));
  }
  for (; filled < removed_slots; ++filled) row[filled] = no_arc<W>();
}

/// With `per_vertex` threads for each.
inline cuda::Grid grid_for(Vertex vertices, std::uint64_t per_vertex, unsigned max) {
  return {cuda::blocks_for(per_vertex * vertices, removal_block, max), removal_block};
}

}  // namespace removal

/// The owner, on the current device.
template <WeightType W>
class Core {
 public:
  Core() = default;
  /// Waits. Takes out vertices of at most `degree` neighbours in at most `rounds` rounds. `graph` has heads whose
  /// weights are integers and not negative.
  Core(const HeadedView<W, std::uint32_t>& graph, unsigned degree, unsigned rounds, RunContext& context,
       cudaStream_t stream);

  const CoreView<W>& view() const { return view_; }
  Vertex vertices() const { return vertices_; }
  std::uint64_t arcs() const { return arcs_; }
  double mean_weight() const { return mean_weight_; }

 private:
  cuda::DeviceBuffer<ArcWordOf<W>> rows_, into_;
  cuda::DeviceBuffer<Vertex> removed_;
  cuda::DeviceBuffer<std::uint32_t> places_;
  CoreView<W> view_{};
  Vertex vertices_ = 0;
  std::uint64_t arcs_ = 0;
  double mean_weight_ = 0;
};

template <WeightType W>
Core<W>::Core(const HeadedView<W, std::uint32_t>& graph, unsigned degree, unsigned rounds, RunContext& context,
              cudaStream_t stream) {
  const Vertex vertices = graph.vertices;
  const std::uint64_t slots = std::uint64_t{core_slots} * vertices;
  const cuda::DeviceBuffer<Vertex> ends(slots, "near-far: tables of neighbours", stream);
  const cuda::DeviceBuffer<removal::Length<W>> lengths(2 * slots, "near-far: tables of neighbours", stream);
  const cuda::DeviceBuffer<std::uint32_t> numbers(2 * std::uint64_t{vertices}, "near-far: degrees", stream);
  const cuda::DeviceBuffer<std::uint8_t> going(vertices, "near-far: vertices that go", stream);
  const cuda::DeviceBuffer<removal::Progress> progress(1, "near-far: rounds of the core", stream);
  removed_ = {vertices, "near-far: vertices outside of the core", stream};
  places_ = {vertices, "near-far: places of vertices outside of the core", stream};
  places_.fill_bytes(0xff, stream);
  ends.fill_bytes(0xff, stream);
  lengths.fill_bytes(0xff, stream);
  numbers.fill_bytes(0, stream);
  going.fill_bytes(0, stream);
  progress.fill_bytes(0, stream);
  const removal::Tables<W> tables{
      vertices,     ends.data(),     lengths.data(), lengths.data() + slots, numbers.data(), numbers.data() + vertices,
      going.data(), removed_.data(), places_.data(), progress.data()};
  cuda::launch(removal::fill_tables<W>, removal::grid_for(vertices, removal::group, 1 << 20), stream, graph, tables);
  cuda::launch_together(removal::remove<W>,
                        {cuda::multiprocessors(context.device()) * removal::blocks_per_sm, removal::removal_block},
                        stream, tables, degree, rounds);
  rows_ = {slots, "near-far: rows of the core", stream};
  cuda::launch(removal::write_rows<W>, removal::grid_for(vertices, core_slots, 1 << 14), stream, graph, tables,
               rows_.data());
  const removal::Progress found = progress.read(stream)[0];
  into_ = {std::uint64_t{removed_slots} * found.removed, "near-far: arcs into what is outside of the core", stream};
  if (found.removed != 0)
    cuda::launch(removal::write_into<W>,
                 {cuda::blocks_for(found.removed, removal::removal_block), removal::removal_block}, stream, tables,
                 into_.data());
  view_ = {rows_.data(), removed_.data(), into_.data(), places_.data(), found.rounds, {}};
  for (unsigned i = 0; i <= found.rounds; ++i) view_.begins[i] = found.begins[i];
  vertices_ = vertices - found.removed;
  arcs_ = found.core_arcs;
  if (arcs_ != 0) mean_weight_ = static_cast<double>(found.core_length) / static_cast<double>(arcs_);
}

}  // namespace wayfront::near_far
