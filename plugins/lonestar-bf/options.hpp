// The options of lonestar-bf.
#pragma once

#include <cstdint>

#include "wayfront/cuda/options.hpp"
#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"

namespace wayfront::lonestar_bf {

enum class Driven : std::uint8_t { topology, data, cooperative };

struct Options {
  Driven driven;
  unsigned room;
  unsigned block_size;
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
    integer<&Options::room>("room", 4, {0, 64},
                            "Entries per vertex of the list, which keeps duplicates (0: 64 entries in all); a round "
                            "that finds more is followed by one over all vertices. With driven = \"data\" or "
                            "\"cooperative\"."),
    integer<&Options::block_size>("block_size", 1024, {32, 1024}, "Threads per block, a multiple of 32."),
    cuda::loop_option<&Options::loop>()};

}  // namespace wayfront::lonestar_bf
