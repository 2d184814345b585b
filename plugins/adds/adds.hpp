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

#include <cstdint>
#include <memory>
#include <vector>

#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"
#include "wayfront/run.hpp"

namespace wayfront::adds {

enum class Delta : std::uint8_t { dynamic, fixed };
enum class Ready : std::uint8_t { items, segments };

/// Measured once, and no options. Each is right with any value: tests of rare paths set others.
struct Tuning {
  unsigned settle_switches = 4;   // of the head bucket between two changes of delta
  double clip_share = 0.65;       // more pushes to the last bucket: delta is too small, doubles, and gets a least value
  unsigned segment = 256;         // items, a power of two; with Ready::segments
  unsigned block_words = 65536;   // items in a block of the pool, a power of two, whole segments
  unsigned worker_blocks = 0;     // at most; 0: as many as fit
  unsigned min_grain = 0;         // fewest items per warp that a worker gets; 0: as many as make 32 arcs
  unsigned local_items = 0;       // that a worker goes on with at most each time; 0: min_grain per warp
  std::uint32_t first_index = 0;  // of each bucket, rounded down to a whole block; indices count modulo 2^32
};

struct Options : Tuning {
  unsigned buckets;
  Delta delta;
  double delta_number;
  double delta_constant;
  unsigned open_buckets;
  std::vector<double> utilisation;
  Ready ready;
  double pool_fraction;
  unsigned worker_threads;
  unsigned worker_blocks_per_sm;
  unsigned local_hops;
  bool push_only_if_improved;
  bool stale_filter;
};

inline constexpr NamedValue<Delta> deltas[] = {{"dynamic", Delta::dynamic}, {"static", Delta::fixed}};

inline constexpr NamedValue<Ready> ready_ways[] = {{"items", Ready::items}, {"segments", Ready::segments}};

/// "paper": what Wang, Fussell and Lin print, where they give a number.
inline constexpr Profile profiles[] = {
    {"today", ""},
    {"paper",
     "local_hops = 0\nready = 'segments'\nstale_filter = false\nworker_blocks_per_sm = 1\ndelta_constant = 32"}};

inline constexpr OptionRow rows[] = {
    profile<profiles>("The program of today, or the one of the paper; options given beside it win."),
    integer<&Options::buckets>("buckets", 32, {2, 64}, "Buckets of the queue.").tried("16, 64"),
    choice<&Options::delta>(
        "delta", Delta::dynamic, deltas,
        "Length of a bucket's interval of distances: it begins with delta_constant * average weight "
        "/ average degree, and changes with the load or stays."),
    real<&Options::delta_number>("delta", 0, {0, 1e30}, "Or the length itself, which stays; 0: as the word says."),
    real<&Options::delta_constant>(
        "delta_constant", 0, {0, 1e6},
        "The constant of the first interval; 0: 256 / square of the average degree, from 1 to 32.")
        .tried("4, 16, 64"),
    integer<&Options::open_buckets>(
        "open_buckets", 4, {1, 64},
        "Buckets, from the head, whose items are given to workers that are idle; with delta "
        "= \"dynamic\" at most this many."),
    reals<&Options::utilisation>("utilisation", {0, 1},
                                 "Share of busy workers, [low, high], at which delta and the open buckets stay as they "
                                 "are; empty: [0.2, 0.7]. With delta = \"dynamic\"."),
    choice<&Options::ready>("ready", Ready::items, ready_ways,
                            "How a reserved item is known to be stored: the item itself tells, or a counter of written "
                            "items per segment as in the paper."),
    real<&Options::pool_fraction>("pool_fraction", 1.5, {0, 64},
                                  "Items in the pool, per arc, above the minimum that it needs."),
    integer<&Options::worker_threads>("worker_threads", 512, {128, 1024}, "Threads per block, a power of two.")
        .tried("256, 1024"),
    integer<&Options::worker_blocks_per_sm>("worker_blocks_per_sm", 2, {1, 16},
                                            "Blocks per multiprocessor, if as many fit."),
    integer<&Options::local_hops>("local_hops", 64, {0, 1'000'000},
                                  "How many times a worker goes on with what it pushed into the bucket of its order, "
                                  "before it reports back; 0 as in the paper.")
        .tried("16, 256"),
    boolean<&Options::push_only_if_improved>(
        "push_only_if_improved", true,
        "Push a vertex only if the atomic minimum lowered its distance; the authors' "
        "code also pushes where another thread was faster."),
    boolean<&Options::stale_filter>("stale_filter", true,
                                    "Skip items whose vertex has a smaller distance by now: it is in the queue again."),
#ifdef WAYFRONT_TUNING_ROWS
    tuning<&Options::settle_switches, Options>("settle_switches"),
    tuning<&Options::clip_share, Options>("clip_share"),
    tuning<&Options::segment, Options>("segment"),
    tuning<&Options::block_words, Options>("block_words"),
    tuning<&Options::worker_blocks, Options>("worker_blocks"),
    tuning<&Options::min_grain, Options>("least_grain"),
    tuning<&Options::local_items, Options>("local_items"),
    tuning<&Options::first_index, Options>("first_index"),
#endif
};

using cuda::Solver;

/// On the current device; W is the type of the graph's weights. `graph` must outlive the solver.
template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::adds
