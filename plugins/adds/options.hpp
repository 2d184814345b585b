// The options of adds.
#pragma once

#include <cstdint>
#include <vector>

#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"

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
                                  "Items in the pool, per arc, above the least it needs."),
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

}  // namespace wayfront::adds
