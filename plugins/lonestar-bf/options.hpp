// The options of lonestar-bf.
#pragma once

#include <cstdint>

#include "wayfront/cuda/options.hpp"
#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"

namespace wayfront::lonestar_bf {

enum class Driven : std::uint8_t { topology, data, cooperative };

/// Measured once, and no options. Each is right with any value: tests of rare paths set others.
struct Tuning {
  unsigned room = 4;  // entries per vertex of the list (0: 64 in all); a round with more is followed by one over all
  unsigned block_size = 1024;  // threads, a multiple of 32
};

struct Options : Tuning {
  Driven driven;
  cuda::Loop loop;
};

inline constexpr NamedValue<Driven> ways[] = {
    {"topology", Driven::topology}, {"data", Driven::data}, {"cooperative", Driven::cooperative}};

/// "paper": LonestarGPU's sssp, a launch for each round.
inline constexpr Profile profiles[] = {{"today", ""}, {"paper", "loop = 'host'"}};

inline constexpr OptionRow rows[] = {
    profile<profiles>("The program of today, or the one of the paper; options given beside it win."),
    choice<&Options::driven>(
        "driven", Driven::topology, ways,
        "A round takes every vertex, or those on a list of what improved in the round before, a thread for "
        "each or, cooperative, blocks for long rows and warps for the others."),
    cuda::loop_option<&Options::loop>(),
#ifdef WAYFRONT_TUNING_ROWS
    tuning<&Options::room, Options>("room"),
    tuning<&Options::block_size, Options>("block_size"),
#endif
};

}  // namespace wayfront::lonestar_bf
