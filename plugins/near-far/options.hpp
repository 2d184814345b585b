// The options of near-far.
#pragma once

#include <cstdint>

#include "wayfront/cuda/options.hpp"
#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"

namespace wayfront::near_far {

enum class Duplicates : std::uint8_t { distance, lookup, keep };
enum class Mapping : std::uint8_t { automatic, heads, scan };

struct Options {
  double delta;
  double delta_constant;
  bool far;
  Duplicates duplicates;
  Mapping mapping;
  unsigned hops;
  bool recheck;
  bool ahead;
  unsigned local;
  unsigned alone;
  unsigned core;
  unsigned core_rounds;
  unsigned hub_degree;
  unsigned room;
  unsigned block_size;
  unsigned batch;
  cuda::Loop loop;
};

inline constexpr unsigned max_local = 1536;  // vertices that a block's shared memory holds, with 32-bit weights

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
        "C of the default delta = C * W / D; 0: 48 on a core, else 64 up to a mean degree of 6, 16 above; in batches "
        "8 or 32 on a core, else 16.")
        .tried("16, 64, 32, 128, 8, 256"),
    boolean<&Options::far>("far", true, "Keep a far pile; without it all vertices are near: the workfront sweep."),
    choice<&Options::duplicates>("duplicates", Duplicates::distance, duplicate_words,
                                 "An entry is taken while the distance it was pushed for holds, or once for each "
                                 "distance by a table of those taken last, or always."),
    choice<&Options::mapping>("mapping", Mapping::automatic, mappings,
                              "Four threads per vertex on rows whose first four arcs lie in one sector, or the arcs of "
                              "a warp's vertices spread evenly; auto: heads up to a mean degree of 6.")
        .tried(R"("heads", "scan")"),
    integer<&Options::hops>("hops", 64, {1, 65536},
                            "Hops of a round of few vertices, all but the first by each block on its own; 1: every hop "
                            "is a round.")
        .tried("16, 256, 1"),
    boolean<&Options::recheck>("recheck", false,
                               "Entries of a block's own hops are dropped, too, where their distance has fallen; with "
                               "heads and duplicates = \"distance\"."),
    boolean<&Options::ahead>("ahead", true,
                             "Rows of targets are fetched into L2 while their distances are lowered; with heads."),
    integer<&Options::local>(
        "local", 512, {1, max_local},
        "A block that holds more vertices than this between two hops hands them to all blocks; with 64-bit "
        "weights 768 at most."),
    integer<&Options::alone>("alone", 400'000, {0, 1'000'000'000},
                             "A graph of at most this many arcs whose distances fit into the shared memory of a block "
                             "is solved by one block; with heads and duplicates = \"distance\", and not while rounds "
                             "are traced."),
    integer<&Options::core>("core", 6, {0, max_core_degree},
                            "Vertices of at most this many neighbours are taken out while a graph of integer weights "
                            "is prepared, and their arcs joined; 0: none. With heads, where it pays.")
        .tried("0, 8"),
    integer<&Options::core_rounds>("core_rounds", 10, {1, max_core_rounds},
                                   "Rounds of taking vertices out, at most; each costs a barrier when they get their "
                                   "distances."),
    integer<&Options::hub_degree>("hub_degree", 256, {32, 1'000'000'000},
                                  "All blocks share the arcs of vertices with more arcs out than this."),
    integer<&Options::room>("room", 4, {0, 64},
                            "Entries per vertex in a pile (0: 64 entries in all); a round that finds more is followed "
                            "by one that looks at all vertices."),
    integer<&Options::block_size>("block_size", 0, {0, 1024},
                                  "Threads per block, a multiple of 32; 0: 1024 on a core, 512 on a whole graph.")
        .tried("512, 256, 1024"),
    integer<&Options::batch>(
        "batch", 4, {0, 1'000'000'000},
        "A batch of at least this many sources, and of one for each million arcs, is solved by a block "
        "each; 0: one after the other. With heads and fewer than 2^32 arcs."),
    cuda::loop_option<&Options::loop>()};

}  // namespace wayfront::near_far
