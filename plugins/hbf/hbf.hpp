// hbf computes shortest distances from one source on a GPU, negative weights allowed: Bellman-Ford with a frontier,
// after Busato and Bombieri's H-BF.
//
// Each round takes the vertices whose distance fell in the round before, relaxes the arcs out of them and queues what
// improved, each vertex once. Arcs carry a class in the two top bits of their target: loops are skipped, the only arc
// into a vertex is relaxed without an atomic, and arcs to leaves (vertices without arcs, or with arcs only to and from
// one neighbour) are left to a pass after the last round. A warp takes several vertices, and the fewer there are the
// more threads each gets; the arcs of vertices of very high degree are shared by all blocks. While a frontier is small,
// one block runs round after round by itself, its queue in shared memory, and the others wait (`alone`).
//
// Deviations. Target and weight of an arc lie side by side. A distance falls only if the candidate is smaller, whatever
// the class; the printed stores could raise it (the source's own, or the lighter of two parallel arcs), so the arcs out
// of the source in round 1 save the look at the old distance, not the atomic; `source_store` stores them as printed,
// where none of them are parallel and but for an arc to the source itself. The round beside the distance in a 64-bit
// word decides about the queue only where the distance fell; a packed word is compared as a signed number, and floats
// by order-preserving bits. Distances of 64 bits leave no room for a round in such a word: a table of rounds decides.
// Negative loops are ordinary arcs and end in a negative cycle. A leaf with a neighbour has no negative arc, degrees do
// not count loops, and parallel arcs to one neighbour make one neighbour. Leaf arcs are a list of their own. Distances
// are lowered in place, so a vertex may have improved again when its round takes it: it waits for the next then
// (`defer`), where the paper takes it twice. Where duplicates are kept and the queue is full, the next round takes all
// vertices. On devices of today a kernel cannot wait for the kernels that it launches, so dynamic parallelism is fire
// and forget and needs the host's loop; the queue of hubs is the default, above 512 arcs instead of 4096. By default a
// warp's threads share the arcs of its vertices evenly, which serves all degrees better than virtual warps; those are
// an option, as are the paper's lookup table, direct pushes and cache policies. Negative cycles are looked for while
// the rounds go on, see cuda/predecessor_cycle.hpp. Predecessors are the host's.
//
// Reference: F. Busato, N. Bombieri, An Efficient Implementation of the Bellman-Ford Algorithm for Kepler GPU
// Architectures, IEEE TPDS, 2015.
#pragma once

#include <memory>

#include "options.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::hbf {

using cuda::Solver;

/// On the current device. `graph` must outlive the solver.
std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::hbf
