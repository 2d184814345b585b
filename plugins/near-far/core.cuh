// The core of a sparse graph: what is left when vertices of few neighbours are taken out one after the other. Around a
// vertex that goes, each pair of its neighbours gets an arc as long as the way through it, so distances in what is left
// are those of the whole graph, over fewer hops: a third of them on roads.
//
// Vertices go in rounds, those of a round without arcs between them. One that went keeps its arcs as they were then:
// all of them lead to vertices that go later, or stay. So a search from any source climbs to the core over the arcs out
// of it, and when the core has its distances the others get theirs over the arcs into them, the last round first.
#pragma once

#include <cstdint>

#include "options.hpp"
#include "packed_graph.cuh"
#include "wayfront/cuda/buffer.hpp"
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

}  // namespace wayfront::near_far
