// The vertices that a pipeline's runs start from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vertex_ids.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

struct SourceRule {
  enum class Kind : std::uint8_t { listed, random, max_degree };
  Kind kind = Kind::random;
  std::vector<VertexId> ids{};  // listed: the file's ids
  std::uint64_t count = 8;      // random
  std::uint64_t seed = 1;
};

/// Vertices (0-based), in order. Random ones are distinct with out-degree > 0, fewer where there are fewer; the vertex
/// of highest out-degree is the first such. `ids` are the graph's. Throws UserError (usage) for an id that
/// the graph does not have and for a graph that has no vertex to start from.
std::vector<Vertex> choose_sources(const SourceRule& rule, const Graph& graph, const VertexIds& ids);

}  // namespace wayfront::host
