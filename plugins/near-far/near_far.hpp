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

#include <cstdint>
#include <memory>

#include "wayfront/cuda/options.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"
#include "wayfront/run.hpp"

namespace wayfront::near_far {

enum class Duplicates : std::uint8_t { distance, lookup, keep };
enum class Mapping : std::uint8_t { automatic, heads, scan };

inline constexpr unsigned max_local = 1536;  // vertices that a block's shared memory holds, with 32-bit weights

/// Measured once, and no options. Each is right with any value: tests of rare paths set others.
struct Tuning {
  unsigned local = 512;       // a block with more vertices between two hops hands them to all blocks; 1 .. max_local
  unsigned core_rounds = 10;  // of taking vertices out, at most; each costs a barrier when they get their distances
  unsigned hub_degree = 256;  // all blocks share the arcs of vertices with more arcs out than this
  unsigned room = 4;          // entries per vertex in a pile (0: 64 in all); the round after more looks at all vertices
};

struct Options : Tuning {
  double delta;
  double delta_constant;
  bool far;
  Duplicates duplicates;
  Mapping mapping;
  unsigned hops;
  bool ahead;
  unsigned alone;
  unsigned core;
  unsigned block_size;
  unsigned batch;
  cuda::Loop loop;
};

inline constexpr unsigned max_core_degree = 8;
inline constexpr unsigned max_core_rounds = 32;

inline constexpr NamedValue<Duplicates> duplicate_words[] = {
    {"distance", Duplicates::distance}, {"lookup", Duplicates::lookup}, {"keep", Duplicates::keep}};
inline constexpr NamedValue<Mapping> mappings[] = {
    {"auto", Mapping::automatic}, {"heads", Mapping::heads}, {"scan", Mapping::scan}};

/// "paper": as Davidson et al. describe it and LonestarGPU 4 runs it, a launch for each hop.
inline constexpr Profile profiles[] = {
    {"today", ""},
    {"paper",
     "hops = 1\nloop = 'host'\nmapping = 'scan'\nduplicates = 'lookup'\ndelta_constant = 32\nahead = false\n"
     "core = 0\nalone = 0\nbatch = 0"}};

inline constexpr OptionRow rows[] = {
    profile<profiles>("The program of today, or the one of the paper; options given beside it win."),
    real<&Options::delta>("delta", 0, {0, 1e30},
                          "By how much the limit of the near pile moves up; 0: C * mean weight / mean degree."),
    real<&Options::delta_constant>(
        "delta_constant", 0, {0, 1e9},
        "C of the default delta = C * W / D; 0: found by solves while the graph is prepared, or 64 with heads, 32 on a core "
        "and 16 with scan where it has fewer than 262,144 arcs or one block solves; in batches 8 or 32 on a core, else 16.")
        .tried("16, 64, 32, 128, 8, 256"),
    boolean<&Options::far>("far", true, "Keep a far pile; without it all vertices are near: the workfront sweep."),
    choice<&Options::duplicates>("duplicates", Duplicates::distance, duplicate_words,
                                 "An entry is taken while the distance it was pushed for holds, or once for each "
                                 "distance by a table of those taken last, or always."),
    choice<&Options::mapping>(
        "mapping", Mapping::automatic, mappings,
        "Four threads per vertex on rows whose first four arcs lie in one sector, or the arcs of "
        "a warp's vertices spread evenly; auto: heads where most rows are that short and searches are deep.")
        .tried(R"("heads", "scan")"),
    integer<&Options::hops>("hops", 64, {1, 65536},
                            "Hops of a round of few vertices, all but the first by each block on its own; 1: every hop "
                            "is a round.")
        .tried("16, 256, 1"),
    boolean<&Options::ahead>("ahead", true,
                             "Rows of targets are fetched into L2 while their distances are lowered; with heads."),
    integer<&Options::alone>("alone", 400'000, {0, 1'000'000'000},
                             "A graph of at most this many arcs whose distances fit into the shared memory of a block "
                             "is solved by one block; with heads and duplicates = \"distance\", and not while rounds "
                             "are traced."),
    integer<&Options::core>("core", 6, {0, max_core_degree},
                            "Vertices of at most this many neighbours are taken out while a graph of integer weights "
                            "is prepared, and their arcs joined; 0: none. With heads, where it pays.")
        .tried("0, 8"),
    integer<&Options::block_size>("block_size", 0, {0, 1024},
                                  "Threads per block, a multiple of 32; 0: 1024 on a core, 512 on a whole graph.")
        .tried("512, 256, 1024"),
    integer<&Options::batch>(
        "batch", 4, {0, 1'000'000'000},
        "A batch of at least this many sources, and of one for each million arcs, is solved by a block "
        "each; 0: one after the other. With heads or a mean degree of 6 at most, and fewer than 2^32 arcs."),
    cuda::loop_option<&Options::loop>(),
#ifdef WAYFRONT_TUNING_ROWS
    tuning<&Options::local, Options>("local"),
    tuning<&Options::core_rounds, Options>("core_rounds"),
    tuning<&Options::hub_degree, Options>("hub_degree"),
    tuning<&Options::room, Options>("room"),
#endif
};

using cuda::Solver;

/// On the current device; W is the type of the graph's weights. `graph` must outlive the solver.
template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::near_far
