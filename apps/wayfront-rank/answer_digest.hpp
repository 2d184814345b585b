// A digest of an answer in parts: a sum over all vertices, so it does not depend on how they are dealt out.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "ranks.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::ranks {

/// All ranks together; the same on all.
template <WeightType W>
std::string answer_digest(const std::vector<W>& distances, std::uint64_t first_vertex, const Ranks& ranks) {
  std::uint64_t high = 0, low = 0;
  for (std::uint64_t v = 0; v < distances.size(); ++v) {
    std::uint64_t bits = 0;
    if constexpr (sizeof(W) == 4)
      bits = std::bit_cast<std::uint32_t>(static_cast<W>(distances[v] + W{0}));  // -0.0 becomes 0.0
    else
      bits = std::bit_cast<std::uint64_t>(static_cast<W>(distances[v] + W{0}));
    const std::array<std::uint64_t, 2> entry = {first_vertex + v, bits};
    const host::Hash128 hash = host::hash128(entry.data(), sizeof entry);
    high += hash.high;
    low += hash.low;
  }
  return host::Hash128{ranks.sum(high), ranks.sum(low)}.hex();
}

}  // namespace wayfront::ranks
