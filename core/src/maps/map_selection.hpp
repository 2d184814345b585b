// Which vertices a map draws, and which of them stands for each vertex of the graph: a page has room for a limited number.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "maps/map_answer.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

struct MapSelection {
  enum class Kind : std::uint8_t {
    all,         // whose places are known
    reached,     // only those that are reached
    simplified,  // one for each square of a grid: the nearest one, and the target
  };
  Kind kind = Kind::all;
  std::vector<Vertex> drawn;  // by number on the page, in the order of the graph
  std::vector<Vertex>
      number;                 // by vertex of the graph: the number of the drawn vertex that stands for it, or no_vertex
  std::uint64_t unknown = 0;  // vertices whose places are not known
};
std::string_view name(MapSelection::Kind kind);

/// At most `answer.max_vertices`, and the target. Of a simplified selection, the tree of shortest paths stays a tree: what
/// stands for the predecessor of a drawn vertex comes before it on a shortest path.
MapSelection select_vertices(const MapAnswer& answer);

}  // namespace wayfront::host
