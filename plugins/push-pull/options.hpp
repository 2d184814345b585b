// The options of push-pull.
#pragma once

#include <cstdint>

#include "wayfront/options.hpp"

namespace wayfront::push_pull {

/// How answers come to the host.
enum class Copy : std::uint8_t {
  automatic,
  codes,  // as small integers where they fit
  whole,
};
inline constexpr NamedValue<Copy> copy_words[] = {
    {"auto", Copy::automatic}, {"codes", Copy::codes}, {"whole", Copy::whole}};

inline constexpr unsigned max_levels = 32;  // of a stage: the bits of a word
inline constexpr unsigned max_room = 2048;  // pieces of rows that a block's shared memory holds
inline constexpr unsigned max_together = 128;
inline constexpr unsigned min_piece = 8, usual_piece = 64, max_piece = 512;

/// Measured once, and no options. Each is right with any value: tests of rare paths set others.
struct Tuning {
  double level = 0;             // how wide; 0: found by solves
  double bound = 0;             // how far the pushes of the first stage go; 0: by the growth that is expected
  unsigned giant = 32;          // all blocks share a row of more pieces than this
  unsigned room = max_room;     // pieces that wait in a block; the thread that finds no room pushes them itself
  std::uint64_t sort_arcs = 0;  // at once in `prepare`; 0: as many as there is memory for
};

struct Options : Tuning {
  double pull_share;
  unsigned pieces;
  Copy copy;
  unsigned together;
};

inline constexpr OptionRow rows[] = {
    real<&Options::pull_share>("pull_share", 0.15, {0, 1},
                               "All other vertices pull once they are expected to look at no more than this share of "
                               "all arcs.")
        .tried("0.05, 0.3"),
    integer<&Options::pieces>(
        "piece", 0, {0, max_piece},
        "Longer rows are cut into pieces of this many arcs at most, but of 8 or more; 0: of 64, or "
        "of twice the mean row if that is longer.")
        .tried("32, 128"),
    choice<&Options::copy>("copy", Copy::automatic, copy_words,
                           "How distances come to the host: whole, or as codes of a byte or two that the host's "
                           "threads make distances of, which only integers can; auto: as codes where that is faster."),
    integer<&Options::together>("together", 0, {0, max_together},
                                "How many sources of a batch are solved together, rounded up to 32, 64 or 128; 1: one "
                                "after the other; 0: as many as pay."),
#ifdef WAYFRONT_TUNING_ROWS
    tuning<&Options::level, Options>("level"),
    tuning<&Options::bound, Options>("bound"),
    tuning<&Options::giant, Options>("giant"),
    tuning<&Options::room, Options>("room"),
    tuning<&Options::sort_arcs, Options>("sort_arcs"),
#endif
};

}  // namespace wayfront::push_pull
