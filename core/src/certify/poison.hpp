// The host fills output buffers with poison before a solve, so that it can distinguish unwritten entries from answers.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// The poison of a distance, as bits: the lowest integer, which saturating sums never reach, or a special NaN.
template <WeightType W>
inline constexpr std::uint32_t poison_bits =
    std::is_same_v<W, float> ? 0x7fd7'a7f0U : std::bit_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::lowest());

inline constexpr Vertex poison_vertex = no_vertex - 1;

/// Fills the buffers of `output` with values that no correct answer contains (lowest integer, a special NaN, no_vertex
/// - 1), and resets outcome, cycle and work.
void poison(Output& output);

}  // namespace wayfront::host
