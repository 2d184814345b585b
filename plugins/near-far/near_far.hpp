// near-far computes shortest distances from one source on a GPU, weights not negative: two piles of vertices, after
// Davidson, Baxter, Garland and Owens.
//
// A vertex whose distance falls to the limit or below goes to the near pile, any other to the far pile. Rounds relax
// the arcs of the near pile until it is empty; then the limit moves up by delta, past gaps, and the far pile is split
// again: what lies within the new limit is near, what no longer matters is dropped, the rest stays far. Without a far
// pile (`far = false`) every vertex is near: the workfront sweep.
//
// An entry of a pile is a vertex with the distance that it was pushed for, and only the thread whose atomicMin lowered
// the distance pushes. So an entry matters exactly while its distance is the vertex's, each is taken once, and stale
// ones cost one look (`duplicates = "distance"`); inside a block, where an entry is one hop old, even that look is left
// out.
//
// On roads and meshes a pile has some hundred vertices and there are thousands of hops, so that barriers are what
// costs. A block therefore goes on by itself: the near vertices that it finds stay in its shared memory, and it relaxes
// them hop after hop with a barrier of its own threads only, until none are left or there are more than its list is for, which
// it hands to all blocks. A split begins such a round, so most intervals take one or two barriers of the grid. Deep graphs
// of short rows keep the first four arcs of each vertex in one aligned sector (`mapping = "heads"`), so that a
// hop is two dependent accesses: row and atomic. The rows of targets are fetched into L2 meanwhile (`ahead`). Others
// spread the arcs of a warp's vertices over its threads evenly by a prefix sum (`"scan"`), long rows over the whole
// warp, and the rows of hubs over all blocks in a second phase. Rounds of many vertices do one hop and gather their
// pushes per warp.
//
// Before that, vertices of few neighbours are taken out of graphs of integer weights that have many of them, and the
// search goes over the core that is left, with a third of the hops (core.cuh). Small deep graphs are solved by one
// block in shared memory (alone.cuh). A solve is one launch: memory is filled and the answer written in the same kernel
// (ends.cuh). In a batch each source has a block of its own, and there is no barrier of the grid (batch/).
//
// Deviations. C of the default delta = C * W / D is found while the graph is prepared, see the README; the papers have one
// for all graphs. Blocks are not in step inside a round, so work counters differ a little from run to run; distances do
// not. The paper removes duplicates with a lookup table of positions, two passes after each round; here a table of the
// distance at which each vertex was taken last does it while it is taken (`duplicates = "lookup"`). The paper's merge
// path over the whole frontier is a prefix sum per warp, because the search of a merge path is one more pass over the
// pile. The far pile keeps its minimum, so a limit never moves into a gap. A problem's limit caps those of the rounds
// and drops what lies above it, and targets end the rounds once they lie below all that waits (step.cuh). Where a
// pile is full, entries are lost and the next round looks at all vertices instead. Predecessors are the host's.
//
// Reference: A. Davidson, S. Baxter, M. Garland, J. D. Owens, Work-Efficient Parallel GPU Methods for Single-Source
// Shortest Paths, IPDPS 2014.
#pragma once

#include <memory>

#include "options.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::near_far {

using cuda::Solver;

/// On the current device. `graph` must outlive the solver.
std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::near_far
