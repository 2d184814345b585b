// What the host writes into output buffers before a run, so that an entry nobody wrote is told from an answer.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// The poison of a distance, as bits: the lowest integer, which saturating sums never reach, or a NaN of our own.
template <WeightType W>
inline constexpr std::uint32_t poison_bits =
    std::is_same_v<W, float> ? 0x7fd7'a7f0U : std::bit_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::lowest());

inline constexpr Vertex poison_vertex = no_vertex - 1;

/// Fills the buffers of `output` with values that no correct answer holds (lowest integer, a NaN of our own, no_vertex
/// - 1), and resets outcome, cycle and work.
void poison(Output& output);

}  // namespace wayfront::host
