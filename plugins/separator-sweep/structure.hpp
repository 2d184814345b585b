// What `prepare` leaves behind, as plain arrays: a CPU and a CUDA solver read the same ones.
//
// Two halves. `Structure` knows nothing of weights; it depends on which vertices are joined and on the seed alone.
// `Numbers<W>` are the weights worked into that structure, and are all that new weights change.
//
// Vertices that hang on trees or lie on chains of degree two are removed; the others are the core. A core vertex has a
// *position*, 0 .. core-1. Nodes of the separator tree partition the positions: node x has [first, first + size), its
// separator. Its boundary are the positions of its ancestors that its subtree touches. Nodes are sorted by step, the
// root is node 0, every parent comes before its children, and positions ascend with the nodes; so all positions of a
// boundary are below `first`, and the nodes of a step have positions, boundaries and tables in one piece.
//
// One source, s at position p:
//   d[*] = unreached; d[p] = 0
//   up     for each node x on the path from the node of p to the root, that one first:
//            d[b] = min over separator j (d[first + j] + up[b, j])       for every boundary position b
//   across for each of these nodes: d[first + j] = min over i (d[first + i] + inner[i, j]), from the old values
//   down   for each node, step by step: d[first + j] = min(d[first + j], min over b (d[b] + down[b, j]))
//   end    for each vertex v: answer[v] = min(d[anchors[2v]] + offsets[2v], d[anchors[2v+1]] + offsets[2v+1])
// `up` needs no `inner` before it, because tables are closed over the separator. A removed source starts from up to two
// positions, and vertices close to it may be nearer without the core: departure.hpp finds both.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::separators {

/// Rows of tables have a multiple of this many entries, so that vectors of eight 32-bit entries never straddle rows.
inline constexpr std::uint32_t row_alignment = 8;

inline constexpr std::uint32_t no_node = 0xffff'ffffU;

struct Node {
  std::uint32_t first;           // position of its first separator vertex
  std::uint32_t size;            // separator vertices; 0 is possible, for a root that joins islands
  std::uint32_t stride;          // size rounded up to row_alignment: entries of a row of its tables
  std::uint32_t boundary_size;   // rows of its `down` and `up` tables
  std::uint32_t parent;          // no_node for the root
  std::uint32_t step;            // the parent's + 1; 0 for the root
  std::uint64_t boundary_start;  // of Structure::boundaries
  std::uint64_t table_start;     // of Numbers::down and Numbers::up: boundary_size rows of stride entries
  std::uint64_t inner_start;     // of Numbers::inner: size rows of stride entries
};
static_assert(std::is_trivially_copyable_v<Node> && sizeof(Node) == 48);

struct Structure {
  std::uint32_t vertices = 0;
  std::uint32_t core = 0;                 // positions
  std::vector<Node> nodes;                // empty without a core
  std::vector<std::uint32_t> steps;       // nodes [steps[i], steps[i + 1]) have step i
  std::vector<std::uint32_t> children;    // of node x: nodes [children[x], children[x + 1])
  std::vector<std::uint32_t> boundaries;  // positions, ascending in each node
  std::vector<std::uint32_t> node_of;     // by position
  std::vector<Vertex> vertex_at;          // by position
  std::vector<std::uint32_t> position;    // by vertex; no_vertex where it is removed
  /// Two positions for each vertex, through which every path from afar leads to it. A core vertex has its own twice, a
  /// tree's vertex that of the tree's foot twice. A vertex without neighbours has `core` twice: let d have one more
  /// entry, which stays unreached.
  std::vector<std::uint32_t> anchors;
  std::uint64_t table_entries = 0;  // of Numbers::down, padding included
  std::uint64_t inner_entries = 0;  // of Numbers::inner
  std::uint32_t max_size = 0;       // of nodes
  std::uint32_t max_boundary = 0;
};

/// Entries are Magnitude<W>: unsigned for integers. They are at most unreached<W>, so that the sum of two never wraps;
/// take the minimum with unreached<W> where a sum is kept. The padding of rows is unreached<W>.
template <WeightType W>
struct Numbers {
  using Entry = Magnitude<W>;
  static constexpr Entry none = static_cast<Entry>(unreached<W>);

  std::vector<Entry> down;     // [b, j]: from boundary position b to separator position j, inside the subtree
  std::vector<Entry> up;       // [b, j]: from j to b; empty where all weights are the same in both directions
  std::vector<Entry> inner;    // [i, j]: from separator position i to j, inside the subtree
  std::vector<Entry> offsets;  // two for each vertex: from its anchors, not through the core; 0 for core vertices

  const Entry* up_tables() const { return up.empty() ? down.data() : up.data(); }
};

}  // namespace wayfront::separators
