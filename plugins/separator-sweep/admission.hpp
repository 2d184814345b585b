// Which graphs are declined, and with which figures: before their numbers are computed, and mostly long before.
#pragma once

#include <cstddef>
#include <cstdint>

#include "layout.hpp"
#include "undirected_graph.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::separators {

/// A larger separator costs minutes: tables are closed with its third power of operations.
inline constexpr std::uint32_t max_separator = 6000;

// All of these throw Unsupported.

/// Offsets of the support are 32 bits.
void admit_size(const GraphInfo& graph);
/// What is left when trees, chains and low degrees are gone. A planar graph has at most three edges per vertex there.
void admit_density(const UndirectedGraph& kept);
[[noreturn]] void decline_separator(std::uint32_t vertices);
/// Tables with more entries per vertex than this are no faster to sweep than a search is.
void admit_tables(const Structure& structure, const Prediction& prediction);
/// `bytes` against what is available, and what is `held` for them, or `max_memory` MiB where that is not 0.
void admit_memory(std::uint64_t bytes, std::uint64_t held, std::int64_t max_memory);

/// Bytes that the numbers take, those of their making included, with that many threads.
std::uint64_t bytes_of_numbers(const Structure& structure, const Prediction& prediction, bool is_symmetric,
                               std::size_t entry_bytes, unsigned threads);

}  // namespace wayfront::separators
