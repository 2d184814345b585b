// The k nearest of many sources, for each vertex: one search in which a vertex is settled up to k times, each time from
// another source. Weights must not be negative.
//
// How it is proved. Each vertex v has a list of at most k labels (d, s) with different sources s. Let D be the length of a
// walk from a source t to v, and call the list of v *good* for (D, t) if it has a label of t with d <= D, or is full with
// all its d <= D. The lists are right, that is they have the k smallest distances, or those of all sources that reach v,
// if and only if
//   1. the list of each source s is good for (0, s),
//   2. for each label (d, s) of u and each arc (u, v) of weight w the list of v is good for (d + w, s),
//   3. a walk from the labels (0, s) at s along tight arcs, from (d, s) at u to (d + w, s) at v, reaches every label.
// By 3 there is a walk of length d behind each label, so d is not below the distance of its source. By induction along a
// walk from t to v the list of v is good for its length: at t by 1. Let it be good at u for (D, t), and w be the next
// arc's weight. If the list of u has t with d <= D, the list of v is good for (d + w, t) by 2, and so for (D + w, t). Else
// u has k labels (d, s) with d <= D, and by 2 the list of v is good for each (d + w, s): it has all these s with distances
// <= D + w, which fills it, or is full with distances <= D + w. Of a shortest walk D is the distance of t: so a label of t
// has that distance or less, and by 3 not less; and where t has no label, the list is full with distances that are not above
// its own. Conversely right lists satisfy all three. Sums are rounded and w >= 0: only d <= d + w and monotony were used.
// With a limit, what is above it is left out everywhere; prefixes of a walk within the limit are within it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/big_array.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Row i, of an entry for each vertex, is of the (i + 1)-th nearest source.
struct KNearest {
  std::size_t rows = 0;
  BigArray<std::byte> distances{};  // of the type of the weights; unreached<W> where there is none
  std::vector<Vertex> sources{};    // no_vertex there
};

/// Of different sources, up to the limit. Throws UserError (usage) if there are less than k vertices, Unsupported if a
/// weight is negative, Cancelled, std::bad_alloc.
KNearest k_nearest(const Graph& graph, std::span<const Vertex> sources, std::size_t k, double limit,
                   RunContext& context);

/// Why that is not right, in a sentence; "" if it is. Throws Failure if a distance does not fit the type of the weights,
/// Cancelled, std::bad_alloc.
std::string k_nearest_fault(const Graph& graph, std::span<const Vertex> sources, double limit, const KNearest& found,
                            const VertexIds& ids, RunContext& context);

}  // namespace wayfront::host
