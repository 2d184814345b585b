// push-pull computes shortest distances from one source on a GPU, weights not negative, on graphs of few hops: power-law
// and random graphs.
//
// The vertices near the source are settled by pushes, level by level, as in Dial's algorithm: rows are sorted by weight,
// and a vertex pushes only those arcs that stay within a bound. All others then pull once: each looks through its arcs
// in, the lightest first, and stops where no heavier arc can help. What depends on a vertex that is not settled looks
// again until nothing changes. Most arcs are never looked at: the heavy arcs of hubs are not pushed, and vertices far
// away need a few light arcs only.
//
// The bound goes up in stages. After a stage, the arcs in of all vertices that are not settled are added up: if they are
// a small share of all arcs, these vertices pull; otherwise the next stage begins, in which the settled ones push their
// arcs between the old bound and the new one.
//
// The scheme is direction-optimising breadth-first search (S. Beamer, K. Asanović, D. Patterson, SC 2012) for weights,
// with the pruning of Δ-stepping by sorted rows (V. Chakaravarthy et al., IPDPS 2014, who push short arcs and pull long
// ones). Levels: R. Dial, CACM 12 (1969); wide ones, which do not wait for those below: Δ*-stepping (X. Dong, Y. Gu,
// Y. Sun, Y. Zhang, SPAA 2021).
#pragma once

#include <cstdint>
#include <memory>

#include "options.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::push_pull {

using cuda::Solver;

/// On the current device; W is the type of the graph's weights. `graph` must outlive the solver.
template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::push_pull
