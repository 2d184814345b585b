// adds computes shortest distances from one source on a GPU: asynchronous delta-stepping with a dynamic delta, after
// Wang, Fussell and Lin's ADDS. Weights are not negative.
//
// One cooperative kernel runs the whole solve, without grid barriers. Its first block is the manager (manager.cuh), the
// others are workers (worker.cuh). Between them is a circular queue of buckets (queue.cuh), each for an interval of
// distances of length delta. Workers relax the arcs of the items that they are given and push vertices that improved
// into the bucket of their distance. The manager alone reads the buckets: it hands their items out to idle workers,
// from the head bucket first and from the next few if workers remain idle, through one word of memory per worker. The
// head moves on when all that was ever pushed into it is done. Delta follows the load (control.cuh): it doubles where
// too few workers are busy or too many pushes fall beyond the last bucket, and halves where too many are busy.
//
// Deviations. An item carries the distance that it was pushed with, in one 64-bit word: so nothing must be fenced when
// it is pushed, a stale item is known by one comparison, and the word itself tells whether it is there yet; the paper's
// counters of written items per segment are the option `ready`. A worker goes on with what it pushed into its own
// bucket for a number of hops (`local_hops`) before it reports back: on roads the way through the manager costs several
// times as much as a hop within a block. What is done is counted by the manager when a worker reports, per bucket for
// the head and per block for the memory (the paper compares a counter per block with the bucket's pointer). Assignment
// flags are in device memory, because no block sees another's shared memory. The solve ends when every bucket's
// completed items equal its reserved ones, where the completed ones were read first: two sweeps without work would not
// do, a worker may still be at a long row. A worker takes buckets relative to the one its order came from, which cannot
// be retired while it works: so an outdated view of the head never leads into a retired bucket. Where delta changes,
// buckets that hold something keep their intervals, and the new ones begin behind. Long rows are cut into tiles that
// are items of their own. Indices are compared modulo 2^32, and a pool that is used up ends the solve with a hint. A
// problem's limit keeps what lies above it out of the queue. Delta is limited from below after it clipped; utilisation
// is the share of busy workers. Predecessors are the host's.
//
// Reference: K. Wang, D. Fussell, C. Lin, A Fast Work-Efficient SSSP Algorithm for GPUs, PPoPP, 2021.
#pragma once

#include <memory>

#include "options.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::adds {

using cuda::Solver;

/// On the current device. `graph` must outlive the solver.
std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::adds
