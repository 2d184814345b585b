// The blocks of which a graph's digest is made. They are hashed apart, so threads and processes can share them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/digest.hpp"
#include "graph/weight_summary.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

inline constexpr std::uint64_t offset_block = std::uint64_t{1} << 15;  // entries, hashed as numbers of 64 bits: 256 KiB
inline constexpr std::uint64_t edge_block = weight_block;  // of either, so that a second look finds them in the cache

constexpr std::uint64_t blocks_of(std::uint64_t entries, std::uint64_t block) { return (entries + block - 1) / block; }

/// `parts`: XXH3-128 of each block, those of the vertices + 1 offsets first, then those of targets, then of weights.
inline Hash128 digest_of_blocks(std::uint64_t vertices, std::uint64_t edges, WeightKind weights,
                                std::span<const Hash128> parts) {
  Digest digest;
  const std::array<std::uint64_t, 3> counts = {vertices, edges, static_cast<std::uint64_t>(weights)};
  digest.add(counts.data(), sizeof counts);
  for (const Hash128& part : parts) {
    const std::array<std::uint64_t, 2> words = {part.high, part.low};
    digest.add(words.data(), sizeof words);
  }
  return digest.value();
}

}  // namespace wayfront::host
