// The arc that contradicts an answer most, for people who look for the fault in their program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

struct WorstArc {
  Vertex from = 0;
  Vertex to = 0;
  double excess = 0;  // by which the distance of `to` is wrong, given that of `from`; infinite if one is unreached
  std::string text;   // a sentence
};

/// Of one row of distances: the largest |d[v] - (d[u] + w)| of an arc that shortens a distance, or of a reached vertex
/// that no arc explains; of several, that with the nearest head. Nothing if the answer has no such arc: it is right, or wrong in another way. Linear. Entries
/// above `output.exact_to` count as unreached.
std::optional<WorstArc> worst_arc(const Graph& graph, Vertex source, const Output& output, std::uint32_t row,
                                  const VertexIds& ids);

}  // namespace wayfront::host
