// The fast path of the certificate: one pass over the arcs in memory order, which accepts nearly every correct answer
// and no wrong one. Only verify_distances.cpp calls it.
//
// If no arc shortens a distance, and each reached vertex except the source has a tight arc from a smaller distance, the
// answer is correct: following such arcs backwards, distances decrease until they reach the source. Vertices that have
// only tight arcs from their own distance (weight zero, or a weight that rounding swallows) count as soon as such an
// arc leads to them from one that counts.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include "wayfront/graph.hpp"

namespace wayfront::host::detail {

/// The type in which distance + weight is judged: exact for integers, the rounded sum that algorithms make for floats.
template <class W>
using Sum = std::conditional_t<std::is_same_v<W, float>, float, std::int64_t>;

struct PassResult {
  bool sure = false;                // the answer is correct; false means undecided
  std::uint64_t reached_edges = 0;  // where sure
};

/// The entries must be valid and that of the source must be 0; `finite` of them are finite. `given` and `tree` may be
/// null. The content of `tree` is valid only if the pass is sure.
template <WeightType W, OffsetType O>
PassResult pass_over_arcs(const CsrView<W, O>& csr, std::span<const W> distances, Vertex source, std::uint32_t finite,
                          const Vertex* given, Vertex* tree);

}  // namespace wayfront::host::detail
