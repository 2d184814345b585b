// edge-bellman-ford computes shortest distances from one source on a GPU, negative weights allowed: each round sweeps
// over all arcs, or over all vertices and their arcs, and relaxes those whose source changed in the round before.
//
// The graph is a list of arcs or a dense matrix, and a thread takes some arcs, or the arcs into a vertex (no atomics: a
// local minimum, then one store), or the arcs out of a vertex (atomics, as with arcs); or a block shares the arcs into as
// many vertices as it has threads, which is the balanced min-plus product of a sparse matrix and a vector. Distances are lowered in place,
// so a round may see what it changed itself; with double_buffer it does not. Rounds run in one cooperative kernel, or
// one launch each. With `pieces` the copy of the graph to the device is part of every solve, and overlaps with the
// first round.
//
// Deviations. The printed algorithms compare the old distance with a second read of the new one, which may miss an
// improvement (An, Alg. 3 and 5 to 8); here with the candidate itself. The active vertices are in three arrays in turn,
// so that no extra kernel swaps and clears them. The double buffer is filled again from what changed, instead of by
// a copy of all of it per round. Predecessors are the host's, derived from the distances, because a second store beside
// the atomic minimum can come from another arc (Bidani and Mohammad). Negative cycles are looked for while the rounds
// go on, see cuda/predecessor_cycle.hpp, and given, where the papers loop |V| times or only say that there is one.
// Integer sums saturate. Work counters differ from run to run, because rounds in place depend on the order of the
// threads.
//
// References: R. An, Parallelization of the Bellman-Ford algorithm, progress report, 2017; A. Bidani, T. Y. Mohammad,
// Parallelized Bellman-Ford Algorithm, University of Pisa, 2025.
#pragma once

#include <cstdint>
#include <memory>

#include "wayfront/cuda/options.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/profile.hpp"
#include "wayfront/run.hpp"

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

using cuda::Solver;

/// On the current device; W is the type of the graph's weights. `graph` must outlive the solver.
template <WeightType W>
std::unique_ptr<Solver> make_solver_of(const Options& options, const Graph& graph, RunContext& context);

}  // namespace wayfront::edge_bellman_ford
