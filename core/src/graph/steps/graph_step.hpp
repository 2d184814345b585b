// Steps between loading a graph and running on it, in the order in which [[graph.steps]] names them. One struct each;
// their meaning.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "graph/csr.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Every arc (u, v) also as (v, u), of the same weight; self-loops once. A row has its own arcs first. Nothing where
/// the graph is undirected already.
struct SymmetrizeStep {};

/// Every arc the other way.
struct TransposeStep {};

struct DropSelfLoopsStep {};

/// Of the arcs from one vertex to another, one: the lightest or the heaviest. Rows are ordered by target afterwards.
struct MergeParallelStep {
  enum class Keep : std::uint8_t { least, most };
  Keep keep = Keep::least;
};

/// The largest part that is connected when directions are ignored; of equal ones that of the first vertex. Its vertices
/// keep their order.
struct LargestComponentStep {};

/// |w|.
struct AbsWeightsStep {};

/// w times a factor; integers are rounded to the nearest, halves away from 0.
struct ScaleWeightsStep {
  double factor = 1;
};

/// Weights w' = w + h(u) - h(v) with whole random potentials h in [0, most]: negative arcs, but the weight of every
/// cycle stays what it was (for float weights, to within rounding), and distances become d'(v) = d(v) + h(s) - h(v).
struct PotentialsStep {
  std::uint64_t seed = 1;
  std::int64_t most = 100;
};

/// -|w| for about so large a part of the pairs (u, v), chosen by a hash of the two and the seed: parallel arcs alike.
/// Negative cycles may arise.
struct NegativeFractionStep {
  double fraction = 0;
  std::uint64_t seed = 1;
};

/// New numbers for the vertices. Rows keep the order of their arcs.
struct ReorderStep {
  enum class Order : std::uint8_t {
    none,
    bfs,     // as a breadth-first search along the arcs finds them, from the vertex with the most out-arcs, then from
             // the first one left
    degree,  // the most out-arcs first, equal ones as before
    random
  };
  Order order = Order::none;
  std::uint64_t seed = 1;  // of random
};

using GraphStep =
    std::variant<SymmetrizeStep, TransposeStep, DropSelfLoopsStep, MergeParallelStep, LargestComponentStep,
                 AbsWeightsStep, ScaleWeightsStep, PotentialsStep, NegativeFractionStep, ReorderStep>;

/// A graph on its way from the loader to the runs.
struct GraphInSteps {
  OwnedCsr csr;
  bool directed = true;                     // false: each arc is there in both directions, of the same weight
  std::vector<Vertex> original_vertices{};  // of each vertex, its number as it was loaded; empty where none changed
};

}  // namespace wayfront::host
