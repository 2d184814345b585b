// Steps between loading a graph and running on it, in the order of [[graph.steps]]: one struct each, with its meaning; how
// they are applied and named.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "graph/csr.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Adds (v, u) for every arc (u, v), with the same weight; not for self-loops. A row has its own arcs first. Does
/// nothing if the graph is already undirected.
struct SymmetrizeStep {};

/// Reverses every arc.
struct TransposeStep {};

struct DropSelfLoopsStep {};

/// Keeps one of parallel arcs: the lightest or the heaviest. Rows are ordered by target afterwards.
struct MergeParallelStep {
  enum class Keep : std::uint8_t { min, max };
  Keep keep = Keep::min;
};

/// Keeps the largest weakly connected component; if several are equally large, that of the first vertex. Its vertices
/// keep their order.
struct LargestComponentStep {};

/// |w|.
struct AbsWeightsStep {};

/// w times a factor; integer weights are rounded to the nearest integer, halves away from 0.
struct ScaleWeightsStep {
  double factor = 1;
};

/// Weights w' = w + h(u) - h(v) with random integer potentials h in [0, most]: negative arcs, but the weight of every
/// cycle stays the same (for float weights, up to rounding), and distances become d'(v) = d(v) + h(s) - h(v).
struct PotentialsStep {
  std::uint64_t seed = 1;
  std::int64_t max = 100;
};

/// -|w| for about this share of the pairs (u, v), chosen by a hash of both and the seed: the same for parallel arcs.
/// This may create negative cycles.
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
    degree,  // the most out-arcs first, ties as before
    random
  };
  Order order = Order::none;
  std::uint64_t seed = 1;  // for random
};

using GraphStep =
    std::variant<SymmetrizeStep, TransposeStep, DropSelfLoopsStep, MergeParallelStep, LargestComponentStep,
                 AbsWeightsStep, ScaleWeightsStep, PotentialsStep, NegativeFractionStep, ReorderStep>;

/// A graph on its way from the loader to the runs.
struct GraphInSteps {
  OwnedCsr csr;
  bool directed = true;                     // false: each arc has its reverse, with the same weight
  std::vector<Vertex> original_vertices{};  // for each vertex, its number when loaded; empty if none changed
};

/// "potentials up to 100, seed 1".
std::string describe(const GraphStep& step);

/// Applies the steps to a graph that nobody else refers to yet. The result does not depend on the number of threads.
/// Throws UserError (ExitCode::input) if a weight would no longer fit its type or if memory is insufficient; throws
/// Cancelled.
void apply(std::span<const GraphStep> steps, GraphInSteps& graph, RunContext& context);

/// What each step does, and two changes that pipelines do not name as steps. All throw as apply() above.
namespace steps {

// arcs.cpp
void apply(const SymmetrizeStep& step, GraphInSteps& graph, RunContext& context);
void apply(const TransposeStep& step, GraphInSteps& graph, RunContext& context);
void apply(const DropSelfLoopsStep& step, GraphInSteps& graph, RunContext& context);
void apply(const MergeParallelStep& step, GraphInSteps& graph, RunContext& context);

// weights.cpp
void apply(const AbsWeightsStep& step, GraphInSteps& graph, RunContext& context);
void apply(const ScaleWeightsStep& step, GraphInSteps& graph, RunContext& context);
void apply(const PotentialsStep& step, GraphInSteps& graph, RunContext& context);
void apply(const NegativeFractionStep& step, GraphInSteps& graph, RunContext& context);

// vertices.cpp
void apply(const LargestComponentStep& step, GraphInSteps& graph, RunContext& context);
void apply(const ReorderStep& step, GraphInSteps& graph, RunContext& context);
/// Gives the vertices new numbers: vertex order[v] becomes v.
void renumber(GraphInSteps& graph, std::vector<Vertex> order, RunContext& context);
/// Adds a virtual vertex, the last, from which arcs of weight 0 lead to `sources`: the distance from it is the distance to
/// the nearest of them, so any algorithm for one source answers "which is the nearest". Also throws UserError (input) if
/// the graph already has as many vertices as 32-bit ids allow.
void add_virtual_source(std::span<const Vertex> sources, GraphInSteps& graph, RunContext& context);

}  // namespace steps
}  // namespace wayfront::host
