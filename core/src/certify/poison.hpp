// The host fills output buffers with poison before a solve, so that it can distinguish unwritten entries from answers.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "graph/weight_kind.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// The poison of a distance, as bits: the lowest integer, which saturating sums never reach, or a special NaN.
template <WeightType W>
inline constexpr BitsOf<W> poison_bits = [] {
  if constexpr (std::is_integral_v<W>) return std::bit_cast<BitsOf<W>>(std::numeric_limits<W>::lowest());
  return static_cast<BitsOf<W>>(sizeof(W) == 4 ? 0x7fd7'a7f0U : 0x7ffa'f4fe'0000'0000U);
}();

inline constexpr Vertex poison_vertex = no_vertex - 1;
inline constexpr std::uint64_t poison_count = ~std::uint64_t{0};

/// Fills the buffers of `output` with values that no correct answer contains (lowest integer, a special NaN, no_vertex
/// - 1, counts of all ones), and resets outcome, cycle and work. Memory of a device stays as it is. `threads`: these
/// fill the distances; null: the caller does.
void poison(Output& output, RunContext* threads = nullptr);

/// Resets outcome, cycle and work alone.
void begin(Output& output);

}  // namespace wayfront::host
