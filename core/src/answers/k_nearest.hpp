// The k nearest of many sources, for each vertex: one search in which a vertex is settled up to k times, each time from
// another source. Weights must not be negative.
// k_nearest_fault() proves the lists by three conditions that are enough, docs/verify.md#distances-of-targets-alone. The
// lists of the search satisfy them; others with the same distances need not.
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

/// Row i, of an entry for each vertex, is of the (i + 1)-th nearest source. There are k rows, or one for each source if
/// these are fewer.
struct KNearest {
  std::size_t rows = 0;
  BigArray<std::byte> distances{};  // of the type of the weights; unreached<W> where there is none
  std::vector<Vertex> sources{};    // no_vertex there
};

/// Of different sources, up to the limit. Throws Unsupported if a weight is negative, UserError (failed_run) if the memory
/// is not there, Cancelled, std::bad_alloc.
KNearest k_nearest(const Graph& graph, std::span<const Vertex> sources, std::size_t k, double limit,
                   RunContext& context);

/// Why that is not right, in a sentence; "" if it is. Throws Failure if a distance does not fit the type of the weights,
/// Cancelled, std::bad_alloc.
std::string k_nearest_fault(const Graph& graph, std::span<const Vertex> sources, double limit, const KNearest& found,
                            const VertexIds& ids, RunContext& context);

}  // namespace wayfront::host
