// edge-bellman-ford computes shortest distances from one source on a GPU, negative weights allowed: each round sweeps
// over all arcs, or over all vertices and their arcs, and relaxes those whose source changed in the round before.
//
// The graph is a list of arcs or a dense matrix, and a thread takes some arcs, or the arcs into a vertex (no atomics: a
// local minimum, then one store), or the arcs out of a vertex (atomics, as with arcs); or a block shares the arcs into as
// many vertices as it has threads, which is the balanced min-plus product of a sparse matrix and a vector. Distances are lowered in place,
// so a round may see what it changed itself; with double_buffer it does not. Rounds run in one cooperative kernel, or
// one launch each. With `pieces` the copy of the graph to the device is part of every solve, and overlaps with the
// first round.
//
// Deviations. The printed algorithms compare the old distance with a second read of the new one, which may miss an
// improvement (An, Alg. 3 and 5 to 8); here with the candidate itself. The active vertices are in three arrays in turn,
// so that no extra kernel swaps and clears them. The double buffer is filled again from what changed, instead of by
// a copy of all of it per round. Predecessors are the host's, derived from the distances, because a second store beside
// the atomic minimum can come from another arc (Bidani and Mohammad). Negative cycles are looked for while the rounds
// go on, see cuda/predecessor_cycle.hpp, and given, where the papers loop |V| times or only say that there is one.
// Integer sums saturate. Work counters differ from run to run, because rounds in place depend on the order of the
// threads.
//
// References: R. An, Parallelization of the Bellman-Ford algorithm, progress report, 2017; A. Bidani, T. Y. Mohammad,
// Parallelized Bellman-Ford Algorithm, University of Pisa, 2025.
#pragma once

#include <memory>

#include "options.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::edge_bellman_ford {

using cuda::Solver;

/// On the current device. `graph` must outlive the solver.
std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::edge_bellman_ford
