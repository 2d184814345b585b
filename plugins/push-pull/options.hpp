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

struct Options {
  double level;
  double bound;
  double pull_share;
  unsigned pieces;
  unsigned giant;
  unsigned room;
  Copy copy;
  unsigned together;
};

inline constexpr unsigned max_levels = 32;  // of a stage: the bits of a word
inline constexpr unsigned max_room = 2048;  // pieces of rows that a block's shared memory holds
inline constexpr unsigned max_together = 128;
inline constexpr unsigned min_piece = 8, usual_piece = 64, max_piece = 512;

inline constexpr OptionRow rows[] = {
    real<&Options::level>(
        "level", 0, {0, 1e30},
        "How wide a level is; 0: 1 for integers where that makes 32 levels at most, else a fifth of how "
        "far the pushes are expected to go."),
    real<&Options::bound>("bound", 0, {0, 1e30},
                          "How far the pushes of the first stage go; 0: as far as it takes to reach most vertices, by "
                          "the growth that weights and degrees make expect."),
    real<&Options::pull_share>("pull_share", 0.15, {0, 1},
                               "All other vertices pull once they are expected to look at no more than this share of "
                               "all arcs.")
        .tried("0.05, 0.3"),
    integer<&Options::pieces>(
        "piece", 0, {0, max_piece},
        "Longer rows are cut into pieces of this many arcs at most, but of 8 or more; 0: of 64, or "
        "of twice the mean row if that is longer.")
        .tried("32, 128"),
    integer<&Options::giant>("giant", 32, {2, 1'000'000}, "All blocks share a row of more pieces than this."),
    integer<&Options::room>("room", max_room, {0, max_room},
                            "Pieces that wait in a block; the thread that finds no room pushes them itself."),
    choice<&Options::copy>("copy", Copy::automatic, copy_words,
                           "How distances come to the host: whole, or as codes of a byte or two that the host's "
                           "threads make distances of, which only integers can; auto: as codes where that is faster."),
    integer<&Options::together>("together", 0, {0, max_together},
                                "How many sources of a batch are solved together, rounded up to 32, 64 or 128; 1: one "
                                "after the other; 0: as many as pay.")};

}  // namespace wayfront::push_pull
