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

#include <cstdint>
#include <memory>

#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/run.hpp"

namespace wayfront::advance_filter {

enum class Filter : std::uint8_t { bypass, compact };

/// No options. Right with any value: tests of rare paths set others.
struct Tuning {
  double delta_constant = 32;  // C of the default delta = C * mean weight / mean degree, Gunrock's
  unsigned block_size = 256;   // threads, a multiple of 32
};

struct Options : Tuning {
  bool far;
  Filter filter;
  double delta;
};

inline constexpr NamedValue<Filter> filters[] = {{"bypass", Filter::bypass}, {"compact", Filter::compact}};

inline constexpr OptionRow rows[] = {
    boolean<&Options::far>("far", true,
                           "Near-far: what lies beyond the limit waits on a far pile; false: Bellman-Ford, every "
                           "vertex that improved is taken in the next round."),
    choice<&Options::filter>("filter", Filter::bypass, filters,
                             "The filter marks what is in the frontier twice and leaves the mark in its place, or "
                             "writes the rest to a frontier without gaps."),
    real<&Options::delta>("delta", 0, {0, 1e30}, "By how much the limit moves up; 0: 32 * mean weight / mean degree."),
#ifdef WAYFRONT_TUNING_ROWS
    tuning<&Options::block_size, Options>("block_size"),
#endif
};

using cuda::Solver;

/// On the current device. `graph` must outlive the solver. Throws Unsupported where the graph has 2^32 arcs or more.
std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::advance_filter
