// The options of crauser.
#pragma once

#include <cstdint>

#include "wayfront/cuda/options.hpp"
#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"

namespace wayfront::crauser {

enum class Settles : std::uint8_t { crauser, martin, in, in_or_out };
enum class Direction : std::uint8_t { successors, predecessors };
enum class Form : std::uint8_t { queue, flags };
enum class Reduction : std::uint8_t { warp, cub, reduce4 };

/// Measured once, and no options. Each is right with any value: tests of rare paths set others.
struct Tuning {
  unsigned hub_degree = 256;  // all blocks share the arcs of vertices with more out; of a queue of successors
};

struct Options : Tuning {
  Settles criterion;
  Direction direction;
  Form frontier;
  Reduction reduction;
  unsigned relax_block;
  unsigned minimum_block;
  unsigned update_block;
  unsigned block_size;
  unsigned threads_per_sm;
  int carveout;
  cuda::Loop loop;
};

inline constexpr NamedValue<Settles> criteria[] = {
    {"crauser", Settles::crauser}, {"martin", Settles::martin}, {"in", Settles::in}, {"in_or_out", Settles::in_or_out}};
inline constexpr NamedValue<Direction> directions[] = {{"successors", Direction::successors},
                                                       {"predecessors", Direction::predecessors}};
inline constexpr NamedValue<Form> forms[] = {{"queue", Form::queue}, {"flags", Form::flags}};
inline constexpr NamedValue<Reduction> reductions[] = {
    {"warp", Reduction::warp}, {"cub", Reduction::cub}, {"reduce4", Reduction::reduce4}};

/// "paper": the kernels as Ortega-Arranz et al. print them, in their first configuration.
inline constexpr Profile profiles[] = {{"today", ""},
                                       {"paper", "loop = 'host'\nfrontier = 'flags'\nreduction = 'reduce4'"}};

inline constexpr OptionRow rows[] = {
    profile<profiles>("The program of today, or the one of the paper; options given beside it win."),
    choice<&Options::criterion>("criterion", Settles::crauser, criteria,
                                "What a round settles: vertices up to the min distance + lightest arc out (Crauser's "
                                "OUT), at the min distance (Martin), whose lightest arc in rules out an improvement "
                                "(IN), or by either of IN and OUT.")
        .tried(R"("martin")"),
    choice<&Options::direction>("direction", Direction::successors, directions,
                                "Settled vertices lower their successors, or unsettled ones look for settled "
                                "predecessors."),
    choice<&Options::frontier>("frontier", Form::queue, forms,
                               "Unsettled vertices in a queue, or a flag and a thread for every vertex in every round, "
                               "as printed."),
    choice<&Options::reduction>("reduction", Reduction::warp, reductions,
                                "How a block finds its minimum: the hardware's warp minimum and atomics, CUB, or "
                                "reduce4 of the CUDA samples."),
    integer<&Options::relax_block>("relax_block", 256, {32, 1024},
                                   "Threads per block where arcs are relaxed, with loop = \"host\"; a multiple of 32."),
    integer<&Options::minimum_block>("minimum_block", 256, {32, 1024},
                                     "The same where the minimum is found, with a kernel of its own."),
    integer<&Options::update_block>("update_block", 256, {32, 1024},
                                    "The same where vertices are settled, with a kernel of its own."),
    integer<&Options::block_size>("block_size", 512, {32, 1024},
                                  "Threads per block with loop = \"device\", a multiple of 32.")
        .tried("256, 1024"),
    integer<&Options::threads_per_sm>("threads_per_sm", 1024, {32, 2048},
                                      "Most threads per multiprocessor with loop = \"device\": more of them wait for "
                                      "memory together, and longer for each other.")
        .tried("512, 2048"),
    integer<&Options::carveout>("carveout", -1, {-1, 100},
                                "Percent of the on-chip memory that is to be shared memory and not L1 cache; -1: the "
                                "driver's choice.")
        .tried("0, 50, 100"),
    cuda::loop_option<&Options::loop>(),
#ifdef WAYFRONT_TUNING_ROWS
    tuning<&Options::hub_degree, Options>("hub_degree"),
#endif
};

}  // namespace wayfront::crauser
