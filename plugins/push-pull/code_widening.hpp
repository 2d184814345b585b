// Distances from their codes: the host's loop, which is compiled with all optimisations.
#pragma once

#include <cstdint>

#include "codes.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::push_pull {

/// Writes the distances of vertices [first, first + count) to `distances`, which begins with vertex 0, as `codes` does.
/// `past_cache`: nobody needs them soon. Does nothing for Format::whole.
template <WeightType W>
void widen_codes(Format format, const unsigned char* codes, std::uint64_t first, std::uint64_t count, bool past_cache,
                 W* distances);

}  // namespace wayfront::push_pull
