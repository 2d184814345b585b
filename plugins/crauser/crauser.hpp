// crauser computes shortest distances from one source on a GPU by settling many vertices at a time, after the criteria
// of Crauser et al. as Ortega-Arranz et al. brought them to GPUs; weights are not negative.
//
// A vertex is reached when it has a distance, and settled when that cannot fall any more. A round takes all reached
// vertices that are known to be final, settles them and relaxes the arcs out of them; each vertex is settled once, and
// each arc relaxed once. What is final is told by minima over the reached unsettled vertices, found at the end of the
// round before: d(v) <= min (d(u) + lightest arc out of u) is Crauser's OUT criterion, d(v) == min d(u) Martin's,
// d(v) <= min d(u) + lightest arc into v the IN criterion, and IN and OUT may be joined. The lightest arcs are computed
// on the device and attached to the graph.
//
// `flags` are the printed kernels: three sweeps over all vertices per round, a thread each, which update (settle by
// criterion), relax (over arcs to unsettled successors, or from settled predecessors) and find the minimum. `queue`
// keeps the reached unsettled vertices in a queue, so that only those are looked at: an arc that reaches a vertex for
// the first time queues it, each round's unsettled rest is queued again, and the distance with which the minimum was
// computed is kept beside the entry. By that copy a round settles, so that what a round lowers cannot be taken in the
// same round: the rounds are exactly those of a sequential version, and one barrier of three is saved. A warp spreads
// the arcs of its vertices over its threads; those of vertices of high degree are shared by all blocks. With
// predecessors the queue holds all unsettled vertices, and finding the minimum is part of the relaxation.
//
// Deviations from Alg. 1 and 2. The loop begins with the update, which settles the source, and ends when no reached
// vertex is unsettled instead of when the minimum is infinite, so vertices without arcs out are settled in the rounds
// and unreached ones never are. Sums saturate: a vertex without arcs out has an infinite lightest arc. The relaxation
// does not assign what atomicMin returns, and looks at the distance first. The flags of the frontier are rewritten by
// the update. The minimum of a block goes to a word in device memory by an atomic instead of by a second pass.
//
// References: A. Crauser, K. Mehlhorn, U. Meyer, P. Sanders, A Parallelization of Dijkstra's Shortest Path Algorithm,
// MFCS 1998; H. Ortega-Arranz, Y. Torres, A. Gonzalez-Escribano, D. R. Llanos, Comprehensive Evaluation of a New
// GPU-based Approach to the Shortest Path Problem, IJPP 2015; P. J. Martin, R. Torres, A. Gavilanes, CUDA Solutions for
// the SSSP Problem, ICCS 2009.
#pragma once

#include <memory>

#include "options.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::crauser {

using cuda::Solver;

/// On the current device. `graph` must outlive the solver and have no negative weights.
std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::crauser
