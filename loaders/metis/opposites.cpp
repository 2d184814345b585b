#include "opposites.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>
#include <type_traits>
#include <utility>

namespace wayfront::metis {
namespace {

template <WeightType W>
using Ends = std::vector<std::pair<Vertex, W>>;  // a lower neighbour and the weight

std::string one_sided(Vertex lists, Vertex listed) {
  return "vertex " + std::to_string(lists + 1) + " lists " + std::to_string(listed + 1) + ", but vertex " +
         std::to_string(listed + 1) + " does not list " + std::to_string(lists + 1);
}

}  // namespace

template <WeightType W>
Opposites<W>::Opposites(Vertex vertices) {
  const std::size_t bytes = (std::size_t{vertices} + 1) * sizeof(std::uint64_t);
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  sums_ = std::unique_ptr<std::uint64_t[], Unmap>(static_cast<std::uint64_t*>(memory), Unmap{bytes});
}

template <WeightType W>
void Opposites<W>::Unmap::operator()(void* memory) const {
  ::munmap(memory, bytes);
}

template <WeightType W>
std::uint64_t Opposites<W>::hash(Vertex other, W weight) {
  using Bits = std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>;
  const std::uint64_t bits = std::bit_cast<Bits>(weight);
  std::uint64_t h = (std::uint64_t{other} << 32 ^ bits) + 0x9e37'79b9'7f4a'7c15U;
  h = (h ^ (h >> 30)) * 0xbf58'476d'1ce4'e5b9U;
  h = (h ^ (h >> 27)) * 0x94d0'49bb'1331'11ebU;
  return h ^ (h >> 31);
}

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

template class Opposites<std::int32_t>;
template class Opposites<float>;
template class Opposites<std::int64_t>;
template class Opposites<double>;
template std::string missing_opposite<std::int32_t>(Vertex, std::span<const Arc<std::int32_t>>,
                                                    std::span<const std::span<const Arc<std::int32_t>>>);
template std::string missing_opposite<float>(Vertex, std::span<const Arc<float>>,
                                             std::span<const std::span<const Arc<float>>>);
template std::string missing_opposite<std::int64_t>(Vertex, std::span<const Arc<std::int64_t>>,
                                                    std::span<const std::span<const Arc<std::int64_t>>>);
template std::string missing_opposite<double>(Vertex, std::span<const Arc<double>>,
                                              std::span<const std::span<const Arc<double>>>);

}  // namespace wayfront::metis
