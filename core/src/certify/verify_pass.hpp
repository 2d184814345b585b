// The short way to a certificate: one pass over the arcs in the order of memory, which settles nearly every right
// answer and no wrong one. Only verify_distances.cpp calls it.
//
// Where no arc shortens a distance, and each reached vertex but the source has a tight arc from a smaller distance, the
// answer is right: going back along such arcs, distances fall until they cannot fall further, which is at the source.
// Vertices that have only tight arcs from their own distance (weight zero, or a weight that rounding swallows) count as
// soon as such an arc leads to them from one that counts.
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
  bool sure = false;                // the answer is right; false says nothing
  std::uint64_t reached_edges = 0;  // where sure
};

/// The entries must be sound and the source's be 0; `finite` of them are finite. `given` and `tree` may be null. What
/// `tree` holds is of use only if the pass is sure.
template <WeightType W, OffsetType O>
PassResult pass_over_arcs(const CsrView<W, O>& csr, std::span<const W> distances, Vertex source, std::uint32_t finite,
                          const Vertex* given, Vertex* tree);

}  // namespace wayfront::host::detail
