// Checks that every edge is listed at both of its ends: an error is detected at the second end, with little memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "wayfront/loader.hpp"

namespace wayfront::metis {

/// Sums of hashes, one for each vertex: an edge is added when its lower end lists it, and subtracted when its upper end
/// does. If the sum of a vertex is 0 after its own list, its edges are complete, except with a probability of 2^-64.
template <WeightType W>
class Opposites {
 public:
  explicit Opposites(Vertex vertices);

  /// `arc` is an entry of the list of arc.source.
  void note(const Arc<W>& arc) {
    if (arc.target > arc.source)
      sums_[arc.target] += hash(arc.source, arc.weight);
    else if (arc.target < arc.source)
      sums_[arc.source] -= hash(arc.target, arc.weight);
  }
  bool complete(Vertex vertex) const { return sums_[vertex] == 0; }

 private:
  struct Unmap {
    std::size_t bytes = 0;
    void operator()(void* memory) const;
  };
  static std::uint64_t hash(Vertex other, W weight);

  std::unique_ptr<std::uint64_t[], Unmap> sums_;  // takes memory only if vertices are named
};

/// Which edge of `vertex` is not listed at its other end, as a sentence. `own` are the entries of its list, `earlier`
/// all arcs of the vertices below it.
template <WeightType W>
std::string missing_opposite(Vertex vertex, std::span<const Arc<W>> own,
                             std::span<const std::span<const Arc<W>>> earlier);

}  // namespace wayfront::metis
