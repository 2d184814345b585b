// The digest of a graph from its slices: each rank hashes the blocks that begin in its own, so nobody sees all of it.
#pragma once

#include <cstdint>
#include <span>

#include "base/digest.hpp"
#include "slice_source.hpp"

namespace wayfront::ranks {

/// Of what SliceSource::load() gave. All ranks together; the same on all.
template <WeightType W>
host::Hash128 digest_of(const WholeGraph& graph, std::uint64_t first_arc, std::span<const std::uint64_t> offsets,
                        std::span<const Vertex> targets, std::span<const W> weights, const Ranks& ranks);

}  // namespace wayfront::ranks
