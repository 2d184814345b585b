// advance-filter computes shortest distances from one source on a GPU, for weights that are not negative: Gunrock's way,
// a frontier that goes through operators, each of which is a launch.
//
// A round has two or three of them. Advance relaxes the arcs out of the frontier's vertices, with the rows shared by
// threads, warps and blocks, and writes each target that it improved. Filter leaves each vertex once: by a table of the
// round that last took it. With `far`, split keeps what lies up to the limit and puts the rest on the far pile; when
// nothing is left, the limit moves up by delta, past gaps, and the far pile is split. After each operator the host reads
// how much it left, and launches the next one with as many threads.
//
// With filter = "bypass", duplicates are marked and stay where they are, so that the filter writes little and the next
// operator has more to look at; with "compact" they go.
//
// Deviations. Written from the paper's description of the operators. A vertex is on the far pile once, by a flag; so
// neither a frontier nor the far pile can overflow: a frontier has a place for each arc, the far pile one for each
// vertex. The table of the filter is exact, where Gunrock lets some duplicates pass. Long rows go to a whole block,
// where Gunrock may deal the arcs of all rows out to all blocks. Predecessors are the host's. Integer sums saturate.
// Work counters differ from run to run, because rounds lower distances in place.
//
// Reference: Y. Wang, A. Davidson, Y. Pan, Y. Wu, A. Riffel, J. D. Owens, Gunrock: A High-Performance Graph Processing
// Library on the GPU, PPoPP 2016.
#pragma once

#include <memory>

#include "options.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::advance_filter {

using cuda::Solver;

/// On the current device. `graph` must outlive the solver. Throws Unsupported where the graph has 2^32 arcs or more.
std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::advance_filter
