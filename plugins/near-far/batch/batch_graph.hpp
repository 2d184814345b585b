// What searches of a batch go over: the heads of the whole graph, or its core with the vertices in another order. Those
// of the core come first, so that a search stays in a small part of its row; behind them the vertices that went, the
// last round first, so that their distances come out of one pass from front to back.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "../core.cuh"
#include "../packed_graph.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::near_far {

/// On the current device. The graph, and the core if there is one, must outlive it.
template <WeightType W>
class BatchGraph {
 public:
  static constexpr bool may_have_core = std::is_integral_v<W>;

  /// Waits.
  BatchGraph(const HeadedView<W, std::uint32_t>& whole, const CoreView<W>& core, cudaStream_t stream);

  bool has_core() const { return numbers_.size() != 0; }
  Vertex vertices() const { return whole_.vertices; }
  const ArcWordOf<W>* rows() const { return has_core() ? rows_.data() : whole_.heads; }
  const HeadedView<W, std::uint32_t>& whole() const { return whole_; }
  /// Null without a core: then each vertex has its own number.
  const Vertex* numbers() const { return numbers_.data(); }
  const Vertex* originals() const { return originals_.data(); }

  /// Gives the vertices that went their distances, in each of `rows` rows one after the other. Does not wait.
  void restore(cuda::KeyOf<W>* distances, std::uint32_t rows, cudaStream_t stream) const;

 private:
  struct Round {
    Vertex first, end;  // numbers
  };

  HeadedView<W, std::uint32_t> whole_;
  Vertex core_vertices_ = 0;
  std::vector<Round> rounds_;
  cuda::DeviceBuffer<Vertex> numbers_, originals_;
  cuda::DeviceBuffer<ArcWordOf<W>> rows_;
  cuda::DeviceBuffer<ArcWordOf<W>> into_;  // removed_slots times one for each vertex that went
};

}  // namespace wayfront::near_far
