// The options of edge-bellman-ford.
#pragma once

#include <cstdint>

#include "wayfront/cuda/options.hpp"
#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"

namespace wayfront::edge_bellman_ford {

enum class Representation : std::uint8_t { edge_list, matrix };
enum class Mapping : std::uint8_t { edge, vertex_in, vertex_out, rows_in };

struct Options {
  Representation representation;
  Mapping mapping;
  unsigned edges_per_thread;
  bool coalesced;
  unsigned block_size;
  bool mask;
  bool early_exit;
  bool double_buffer;
  unsigned pieces;
  bool pinned;
  cuda::Loop loop;
};

inline constexpr NamedValue<Representation> representations[] = {{"edge_list", Representation::edge_list},
                                                                 {"matrix", Representation::matrix}};
inline constexpr NamedValue<Mapping> mappings[] = {{"edge", Mapping::edge},
                                                   {"vertex_in", Mapping::vertex_in},
                                                   {"vertex_out", Mapping::vertex_out},
                                                   {"rows_in", Mapping::rows_in}};

/// "paper": An's program for general graphs; the others are the two of Bidani and Mohammad.
inline constexpr Profile profiles[] = {
    {"today", ""},
    {"paper", "loop = 'host'"},
    {"pisa_naive",
     "loop = 'host'\nmask = false\nearly_exit = false\ndouble_buffer = true\nedges_per_thread = 1\nblock_size = 128"},
    {"pisa_active", "loop = 'host'\nedges_per_thread = 1\nblock_size = 128"}};

inline constexpr OptionRow rows[] = {
    profile<profiles>("The program of today, An's, or the naive one and the one with active vertices of Bidani and "
                      "Mohammad; options given beside it win."),
    choice<&Options::representation>("representation", Representation::edge_list, representations,
                                     "Arcs as a list, or as a dense |V| x |V| matrix."),
    choice<&Options::mapping>(
        "mapping", Mapping::edge, mappings,
        "A thread takes arcs, or all arcs into a vertex, or all arcs out of one; rows_in: the threads of a "
        "block share the arcs into as many vertices, a balanced product. Not with a matrix.")
        .tried(R"("vertex_in", "vertex_out")"),
    integer<&Options::edges_per_thread>("edges_per_thread", 4, {1, 64}, "Arcs per thread, with mapping = \"edge\".")
        .tried("1, 2, 8"),
    boolean<&Options::coalesced>("coalesced", true,
                                 "Neighbouring threads take neighbouring arcs; false: each its own run."),
    integer<&Options::block_size>("block_size", 256, {32, 1024}, "Threads per block, a multiple of 32.")
        .tried("128, 512, 1024"),
    boolean<&Options::mask>("mask", true, "Relax only arcs whose source changed in the round before."),
    boolean<&Options::early_exit>("early_exit", true,
                                  "Stop after a round that changes nothing; false: always |V| - 1 rounds."),
    boolean<&Options::double_buffer>("double_buffer", false,
                                     "Rounds read the distances that the round before left, not what they write."),
    integer<&Options::pieces>("pieces", 0, {0, 64},
                              "0: the graph is on the device before the solve; else each solve copies it there in this "
                              "many pieces and sweeps what has arrived while the next is copied."),
    boolean<&Options::pinned>("pinned", true, "With pieces: copy from page-locked memory instead of pageable memory."),
    cuda::loop_option<&Options::loop>()};

}  // namespace wayfront::edge_bellman_ford
