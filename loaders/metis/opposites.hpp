// Checks that every edge is listed at both of its ends: an error is detected at the second end, with little memory.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "wayfront/loader.hpp"

namespace wayfront::metis {

template <WeightType W>
using Ends = std::vector<std::pair<Vertex, W>>;  // a lower neighbour and the weight

inline std::string one_sided(Vertex lists, Vertex listed) {
  return "vertex " + std::to_string(lists + 1) + " lists " + std::to_string(listed + 1) + ", but vertex " +
         std::to_string(listed + 1) + " does not list " + std::to_string(lists + 1);
}

/// Which edge of `vertex` is not listed at its other end, as a sentence. `own` are the entries of its list, `earlier`
/// all arcs of the vertices below it.
template <WeightType W>
std::string missing_opposite(Vertex vertex, std::span<const Arc<W>> own,
                             std::span<const std::span<const Arc<W>>> earlier) {
  Ends<W> here, there;
  for (const Arc<W>& arc : own)
    if (arc.target < vertex) here.emplace_back(arc.target, arc.weight);
  for (const std::span<const Arc<W>> block : earlier)
    for (const Arc<W>& arc : block)
      if (arc.target == vertex && arc.source < vertex) there.emplace_back(arc.source, arc.weight);
  std::ranges::sort(here);
  std::ranges::sort(there);
  const auto [mine, theirs] = std::ranges::mismatch(here, there);
  if (mine == here.end() && theirs == there.end()) return "";
  if (mine == here.end()) return one_sided(theirs->first, vertex);
  if (theirs == there.end() || mine->first < theirs->first) return one_sided(vertex, mine->first);
  if (theirs->first < mine->first) return one_sided(theirs->first, vertex);
  return "the edge between the vertices " + std::to_string(mine->first + 1) + " and " + std::to_string(vertex + 1) +
         " weighs " + std::to_string(theirs->second) + " in the list of one and " + std::to_string(mine->second) +
         " in that of the other";
}

/// Sums of hashes, one for each vertex: an edge is added when its lower end lists it, and subtracted when its upper end
/// does. If the sum of a vertex is 0 after its own list, its edges are complete, except with a probability of 2^-64.
template <WeightType W>
class Opposites {
 public:
  explicit Opposites(Vertex vertices) {
    const std::size_t bytes = (std::size_t{vertices} + 1) * sizeof(std::uint64_t);
    void* const memory =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    sums_ = std::unique_ptr<std::uint64_t[], Unmap>(static_cast<std::uint64_t*>(memory), Unmap{bytes});
  }

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
    void operator()(void* memory) const { ::munmap(memory, bytes); }
  };
  static std::uint64_t hash(Vertex other, W weight) {
    using Bits = std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>;
    const std::uint64_t bits = std::bit_cast<Bits>(weight);
    std::uint64_t h = (std::uint64_t{other} << 32 ^ bits) + 0x9e37'79b9'7f4a'7c15U;
    h = (h ^ (h >> 30)) * 0xbf58'476d'1ce4'e5b9U;
    h = (h ^ (h >> 27)) * 0x94d0'49bb'1331'11ebU;
    return h ^ (h >> 31);
  }

  std::unique_ptr<std::uint64_t[], Unmap> sums_;  // takes memory only if vertices are named
};

}  // namespace wayfront::metis
