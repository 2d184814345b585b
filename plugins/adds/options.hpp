// The options of adds.
#pragma once

#include <cstdint>
#include <vector>

#include "wayfront/options.hpp"

namespace wayfront::adds {

enum class Delta : std::uint8_t { dynamic, fixed };

struct Options {
  unsigned buckets;
  Delta delta;
  double delta_number;
  double delta_constant;
  unsigned open_buckets;
  unsigned block_words;
  double pool_fraction;
  unsigned worker_threads;
  unsigned worker_blocks_per_sm;
  unsigned worker_blocks;
  unsigned least_grain;
  bool push_only_if_improved;
  bool stale_filter;
};

inline constexpr Word<Delta> deltas[] = {{"dynamic", Delta::dynamic}, {"static", Delta::fixed}};

inline constexpr OptionRow rows[] = {
    integer<&Options::buckets>("buckets", 32, {2, 64}, "Buckets of the queue."),
    choice<&Options::delta>("delta", Delta::dynamic, deltas,
                            "Length of a bucket's interval of distances: it begins with delta_constant * average weight "
                            "/ average degree, and changes with the load or stays."),
    real<&Options::delta_number>("delta", 0, {0, 1e30}, "Or the length itself, which stays; 0: as the word says."),
    real<&Options::delta_constant>("delta_constant", 32, {1e-6, 1e6}, "The constant of the first interval."),
    integer<&Options::open_buckets>("open_buckets", 4, {1, 64},
                                    "Buckets, from the head, whose items are given to workers that are idle."),
    integer<&Options::block_words>("block_words", 65536, {1024, 1048576},
                                   "Items in a block of the pool, a power of two."),
    real<&Options::pool_fraction>("pool_fraction", 1.5, {0, 64}, "Items in the pool, per arc, above the least it needs."),
    integer<&Options::worker_threads>("worker_threads", 256, {128, 1024}, "Threads per block, a multiple of 32."),
    integer<&Options::worker_blocks_per_sm>("worker_blocks_per_sm", 4, {1, 16},
                                            "Blocks per multiprocessor, if as many fit."),
    integer<&Options::worker_blocks>("worker_blocks", 0, {0, 2047}, "Worker blocks at most; 0: as many as fit."),
    integer<&Options::least_grain>("least_grain", 0, {0, 32},
                                   "Fewest items per warp that a worker gets; 0: as many as make 32 arcs."),
    boolean<&Options::push_only_if_improved>("push_only_if_improved", true,
                                             "Push a vertex only if the atomic minimum lowered its distance; the authors' "
                                             "code also pushes where another thread was faster."),
    boolean<&Options::stale_filter>("stale_filter", true,
                                    "Skip items whose vertex has a smaller distance by now: it is in the queue again.")};

}  // namespace wayfront::adds
