// push-pull computes shortest distances from one source on a GPU, weights not negative, on graphs of few hops: power-law
// and random graphs.
//
// The vertices near the source are settled by pushes, level by level, as in Dial's algorithm: rows are sorted by weight,
// and a vertex pushes only those arcs that stay within a bound. All others then pull once: each looks through its arcs
// in, the lightest first, and stops where no heavier arc can help. What depends on a vertex that is not settled looks
// again until nothing changes. Most arcs are never looked at: the heavy arcs of hubs are not pushed, and vertices far
// away need a few light arcs only.
//
// The bound goes up in stages. After a stage, the arcs in of all vertices that are not settled are added up: if they are
// a small share of all arcs, these vertices pull; otherwise the next stage begins, in which the settled ones push their
// arcs between the old bound and the new one.
//
// The scheme is direction-optimising breadth-first search (S. Beamer, K. Asanović, D. Patterson, SC 2012) for weights,
// with the pruning of Δ-stepping by sorted rows (V. Chakaravarthy et al., IPDPS 2014, who push short arcs and pull long
// ones). Levels: R. Dial, CACM 12 (1969); wide ones, which do not wait for those below: Δ*-stepping (X. Dong, Y. Gu,
// Y. Sun, Y. Zhang, SPAA 2021).
#pragma once

#include <cstdint>
#include <memory>

#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/run.hpp"

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

using cuda::Solver;

/// On the current device; W is the type of the graph's weights. `graph` must outlive the solver.
template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::push_pull
