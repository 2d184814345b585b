// One pass over every entry of a graph's arrays, in parallel: its digest, the range of its weights, and whether the
// arrays are a valid graph. Data mapped from a file may be used as a graph only after this has found no error.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/digest.hpp"
#include "graph/weight_summary.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

// The blocks of which a graph's digest is made. They are hashed apart, so threads and processes can share them.

inline constexpr std::uint64_t offset_block = std::uint64_t{1} << 15;  // entries, hashed as numbers of 64 bits: 256 KiB
inline constexpr std::uint64_t edge_block = weight_block;  // of either, so that a second look finds them in the cache

constexpr std::uint64_t blocks_of(std::uint64_t entries, std::uint64_t block) { return (entries + block - 1) / block; }

/// `parts`: XXH3-128 of each block, those of the vertices + 1 offsets first, then those of targets, then of weights.
Hash128 digest_of_blocks(std::uint64_t vertices, std::uint64_t edges, WeightKind weights,
                         std::span<const Hash128> parts);

struct Inspection {
  /// XXH3 of the content in a form that does not depend on its offset kind: of the counts and the weight kind, and of
  /// the digests of the blocks of its arrays.
  Hash128 digest;
  WeightSummary weights;
  /// The first invalid offset, target or weight, as a sentence: "offset 7 is 12, after 15"; "" if there is none.
  /// Offsets are checked first, and nothing is read outside the arrays for any content.
  std::string fault;
};

/// `context` provides the threads; without it, only this thread works. Throws Cancelled if the context is cancelled.
Inspection inspect(const AnyCsr& csr, RunContext* context = nullptr);

/// XXH3-128 of the graph's content in a form that does not depend on its offset kind, 32 hexadecimal digits.
std::string graph_digest(const Graph& graph);

}  // namespace wayfront::host
